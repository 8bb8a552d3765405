/** No such webhook in this workspace; another workspace's is the same as none. */
export class WebhookNotFound extends Error {
  readonly code = 'webhook_not_found';
  readonly id: string;
  constructor(id: string) {
    super(`There is no webhook ${id}`);
    this.name = 'WebhookNotFound';
    this.id = id;
  }
}

/** The webhook has no such delivery. */
export class DeliveryNotFound extends Error {
  readonly code = 'delivery_not_found';
  readonly id: string;
  constructor(id: string) {
    super(`There is no delivery ${id}`);
    this.name = 'DeliveryNotFound';
    this.id = id;
  }
}

/** The webhook is disabled: nothing is sent to it until somebody enables it. */
export class WebhookDisabled extends Error {
  readonly code = 'webhook_disabled';
  readonly id: string;
  constructor(id: string) {
    super(`The webhook ${id} is disabled`);
    this.name = 'WebhookDisabled';
    this.id = id;
  }
}

/** The workspace has as many webhooks as it may. */
export class TooManyWebhooks extends Error {
  readonly code = 'too_many_webhooks';
  readonly limit: number;
  constructor(limit: number) {
    super(`A workspace has at most ${limit} webhooks`);
    this.name = 'TooManyWebhooks';
    this.limit = limit;
  }
}

/** Nothing is ever sent to this address: it leads to a private one, or is none for webhooks at all. */
export class TargetRefused extends Error {
  readonly code = 'webhook_target_refused';
  readonly host: string;
  constructor(host: string, cause: unknown) {
    super(`Webhooks may not be sent to ${host}`, { cause });
    this.name = 'TargetRefused';
    this.host = host;
  }
}

/** The host of the address does not exist. */
export class TargetUnknown extends Error {
  readonly code = 'webhook_target_unknown';
  readonly host: string;
  constructor(host: string, cause: unknown) {
    super(`The host ${host} does not exist`, { cause });
    this.name = 'TargetUnknown';
    this.host = host;
  }
}

/** Production data goes out encrypted. */
export class TargetUnencrypted extends Error {
  readonly code = 'webhook_target_unencrypted';
  readonly host: string;
  constructor(host: string) {
    super(`Webhooks to ${host} would not be encrypted`);
    this.name = 'TargetUnencrypted';
    this.host = host;
  }
}
