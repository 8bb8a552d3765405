import type { ProblemKind } from './problem-kind.ts';

/** Error codes of webhooks. */
export const WEBHOOK_PROBLEMS = {
  webhook_not_found: {
    status: 404,
    title: { sk: 'Webhook neexistuje', en: 'The webhook does not exist' },
    detail: { sk: 'Webhook {id} neexistuje.', en: 'The webhook {id} does not exist.' },
    remedy: {
      sk: 'Zoznam webhookov vráti GET /api/webhooks; vidí ich iba pracovný priestor, ktorý ich vytvoril.',
      en: 'GET /api/webhooks lists the webhooks; only the workspace that created them sees them.',
    },
  },
  delivery_not_found: {
    status: 404,
    title: { sk: 'Doručenie neexistuje', en: 'The delivery does not exist' },
    detail: { sk: 'Webhook nemá doručenie {id}.', en: 'The webhook has no delivery {id}.' },
    remedy: {
      sk: 'Zoznam doručení vráti GET /api/webhooks/{webhook}/deliveries; staré sa po čase mažú.',
      en: 'GET /api/webhooks/{webhook}/deliveries lists the deliveries; old ones are deleted in time.',
    },
  },
  webhook_disabled: {
    status: 409,
    title: { sk: 'Webhook je vypnutý', en: 'The webhook is disabled' },
    detail: {
      sk: 'Webhook {id} je vypnutý, nič sa naň neposiela.',
      en: 'The webhook {id} is disabled: nothing is sent to it.',
    },
    remedy: {
      sk: 'Dôvod je v poli disabled. Odstráňte príčinu a webhook zapnite: PATCH /api/webhooks/{webhook} s telom {"status": "enabled"}.',
      en: 'The disabled field has the reason. Remove the cause, then enable it: PATCH /api/webhooks/{webhook} with {"status": "enabled"}.',
    },
  },
  too_many_webhooks: {
    status: 409,
    title: { sk: 'Pracovný priestor má príliš veľa webhookov', en: 'The workspace has too many webhooks' },
    detail: {
      sk: 'Pracovný priestor môže mať najviac {limit} webhookov.',
      en: 'A workspace has at most {limit} webhooks.',
    },
    remedy: {
      sk: 'Zmažte webhooky, ktoré už nepotrebujete, alebo použite jeden webhook pre viac typov udalostí.',
      en: 'Delete webhooks you no longer need, or use one webhook for several types of events.',
    },
  },
  webhook_target_refused: {
    status: 422,
    title: { sk: 'Na túto adresu sa webhooky neposielajú', en: 'Webhooks are not sent to this address' },
    detail: {
      sk: 'Adresa s názvom servera {host} vedie do súkromnej siete alebo nie je použiteľnou adresou http či https.',
      en: 'The address with the host {host} leads into a private network, or is no usable http or https address.',
    },
    remedy: {
      sk: 'Použite verejne dostupnú adresu https bez mena a hesla. Súkromné adresy povoľuje prevádzkovateľ premennou OUTBOUND_ALLOW.',
      en: 'Use a public https address without a name and password. The operator allows private addresses with OUTBOUND_ALLOW.',
    },
  },
  webhook_target_unknown: {
    status: 422,
    title: { sk: 'Server webhooku neexistuje', en: 'The host of the webhook does not exist' },
    detail: { sk: 'Názov servera {host} v DNS neexistuje.', en: 'The host name {host} does not exist in DNS.' },
    remedy: {
      sk: 'Skontrolujte preklepy. Nový názov musí byť najprv zverejnený v DNS.',
      en: 'Check the spelling. A new name must be published in DNS first.',
    },
  },
  webhook_target_unencrypted: {
    status: 422,
    title: { sk: 'Adresa webhooku musí byť https', en: 'The webhook’s address must be https' },
    detail: {
      sk: 'Na server {host} by sa údaje posielali nešifrovane.',
      en: 'Data would be sent to {host} without encryption.',
    },
    remedy: { sk: 'Použite adresu, ktorá sa začína https://.', en: 'Use an address that starts with https://.' },
  },
} as const satisfies Readonly<Record<string, ProblemKind>>;
