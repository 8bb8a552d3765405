import type { ProblemKind } from './problem-kind.ts';

/** Error codes of load shedding and shutdown. */
export const PRESSURE_PROBLEMS = {
  stopping: {
    status: 503,
    title: { sk: 'Služba sa práve zastavuje', en: 'The service is stopping' },
    detail: {
      sk: 'Služba sa zastavuje: nové požiadavky už neprijíma a túto nedokončila.',
      en: 'The service is stopping: it takes no new requests and has not completed this one.',
    },
    remedy: {
      sk: 'Zopakujte požiadavku na novom spojení po čase, ktorý uvádza hlavička Retry-After; s rovnakým kľúčom Idempotency-Key nevznikne duplikát.',
      en: 'Repeat the request on a new connection after the time in the Retry-After header; with the same Idempotency-Key nothing is created twice.',
    },
  },
  too_many_open_requests: {
    status: 429,
    title: { sk: 'Naraz je otvorených priveľa požiadaviek', en: 'Too many requests are open at once' },
    detail: {
      sk: 'Tento kľúč alebo adresa klienta má naraz otvorených najviac {limit} tokov udalostí, čakajúcich dopytov a nedokončených odoslaní.',
      en: 'This key or client address may have {limit} event streams, long polls and unfinished uploads open at once.',
    },
    remedy: {
      sk: 'Toky a dopyty, ktoré už nepotrebujete, zatvorte a požiadavku zopakujte po čase z hlavičky Retry-After. O veľa dokumentoch naraz vás informujú webhooky (POST /api/webhooks).',
      en: 'Close streams and polls that you do not need, and repeat the request after the time in the Retry-After header. To follow many documents, use webhooks (POST /api/webhooks).',
    },
  },
  open_requests_full: {
    status: 503,
    title: { sk: 'Služba má otvorených priveľa požiadaviek', en: 'The service has too many open requests' },
    detail: {
      sk: 'Služba má otvorených toľko tokov udalostí, čakajúcich dopytov a nedokončených odoslaní, koľko smie.',
      en: 'The service has as many event streams, long polls and unfinished uploads open as it may.',
    },
    remedy: {
      sk: 'Zopakujte požiadavku po čase, ktorý uvádza hlavička Retry-After.',
      en: 'Repeat the request after the time in the Retry-After header.',
    },
  },
  overloaded: {
    status: 503,
    title: { sk: 'Služba je práve preťažená', en: 'The service is overloaded right now' },
    detail: {
      sk: 'Služba práve spracúva toľko požiadaviek, koľko zvládne v sľúbenom čase. Z tejto neprečítala nič.',
      en: 'The service is answering as many requests as it can in time. It has read nothing of this one.',
    },
    remedy: {
      sk: 'Zopakujte požiadavku po čase, ktorý uvádza hlavička Retry-After, a pri ďalšom odmietnutí čakajte dlhšie.',
      en: 'Repeat the request after the time in the Retry-After header, and wait longer each time it is refused again.',
    },
  },
  memory_full: {
    status: 503,
    title: { sk: 'Služba práve drží priveľa odoslaných dát', en: 'The service holds too much sent data right now' },
    detail: {
      sk: 'Veľké požiadavky, ktoré práve prichádzajú, by spolu zabrali viac pamäte, než majú vyhradené. Z tejto sa nič neuložilo.',
      en: 'The large requests that are coming in right now would take more memory together than they may. Nothing of this one was stored.',
    },
    remedy: {
      sk: 'Zopakujte požiadavku po čase, ktorý uvádza hlavička Retry-After, alebo pošlite súbory cez POST /api/batches, kde sa ukladajú priebežne.',
      en: 'Repeat the request after the time in the Retry-After header, or send the files to POST /api/batches, which stores them as they come.',
    },
  },
  backlog_full: {
    status: 503,
    title: { sk: 'Fronta úloh je plná', en: 'The queue of jobs is full' },
    detail: {
      sk: 'Na spracovanie čaká toľko úloh, že pracovný priestor ich teraz môže mať vo fronte najviac {limit}; váš ich má {waiting}. Nič sa neuložilo.',
      en: 'The queue is long: a workspace may have at most {limit} waiting jobs now, and yours has {waiting}. Nothing was stored.',
    },
    remedy: {
      sk: 'Zopakujte požiadavku po čase, ktorý uvádza hlavička Retry-After; s rovnakým kľúčom Idempotency-Key nevznikne duplikát.',
      en: 'Repeat the request after the time in the Retry-After header; with the same Idempotency-Key nothing is created twice.',
    },
  },
  form_from_elsewhere: {
    status: 403,
    title: { sk: 'Formulár prišiel z inej stránky', en: 'The form comes from another site' },
    detail: {
      sk: 'Akcia sa prijíma iba z vlastnej stránky služby.',
      en: 'The action is taken from the service’s own page alone.',
    },
    remedy: {
      sk: 'Otvorte stránku /operations/queues/ priamo a akciu zopakujte tam. Programy používajú /api/operations.',
      en: 'Open /operations/queues/ itself and repeat the action there. Programs use /api/operations.',
    },
  },
  failed_job_not_found: {
    status: 404,
    title: { sk: 'Zlyhaná úloha neexistuje', en: 'The failed job does not exist' },
    detail: { sk: 'Medzi zlyhanými úlohami nie je {id}.', en: 'There is no {id} among the failed jobs.' },
    remedy: {
      sk: 'Zoznam zlyhaných úloh vráti GET /api/operations/queues; úlohu už mohol niekto zopakovať alebo zahodiť.',
      en: 'GET /api/operations/queues lists the failed jobs; this one may have been retried or discarded already.',
    },
  },
} as const satisfies Readonly<Record<string, ProblemKind>>;
