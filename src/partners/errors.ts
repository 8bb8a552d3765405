/** No such partner in this workspace; another workspace's is the same as none. */
export class PartnerNotFound extends Error {
  readonly code = 'partner_not_found';
  readonly id: string;
  constructor(id: string) {
    super(`There is no partner ${id}`);
    this.name = 'PartnerNotFound';
    this.id = id;
  }
}

/** The workspace has as many partners as it may. */
export class TooManyPartners extends Error {
  readonly code = 'too_many_partners';
  readonly limit: number;
  constructor(limit: number) {
    super(`A workspace has at most ${limit} partners`);
    this.name = 'TooManyPartners';
    this.limit = limit;
  }
}

/** Nothing is ever asked at this address: it leads to a private one, or is none for HTTP at all. */
export class PartnerTargetRefused extends Error {
  readonly code = 'partner_target_refused';
  readonly host: string;
  constructor(host: string, cause: unknown) {
    super(`Partners may not be at ${host}`, { cause });
    this.name = 'PartnerTargetRefused';
    this.host = host;
  }
}

/** The host of the address does not exist. */
export class PartnerTargetUnknown extends Error {
  readonly code = 'partner_target_unknown';
  readonly host: string;
  constructor(host: string, cause: unknown) {
    super(`The host ${host} does not exist`, { cause });
    this.name = 'PartnerTargetUnknown';
    this.host = host;
  }
}

/** A secret that was given for one server is not told to another: it has to be given again. */
export class PartnerSecretNeeded extends Error {
  readonly code = 'partner_secret_needed';
  readonly host: string;
  constructor(host: string) {
    super(`The secret for ${host} is not known`);
    this.name = 'PartnerSecretNeeded';
    this.host = host;
  }
}

/** Credentials and documents go out encrypted. */
export class PartnerTargetUnencrypted extends Error {
  readonly code = 'partner_target_unencrypted';
  readonly host: string;
  constructor(host: string) {
    super(`Exchanges with ${host} would not be encrypted`);
    this.name = 'PartnerTargetUnencrypted';
    this.host = host;
  }
}
