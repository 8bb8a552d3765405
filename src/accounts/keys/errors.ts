/** No such workspace that keys could belong to. */
export class WorkspaceNotFound extends Error {
  constructor(id: string) {
    super(`There is no workspace ${id}`);
    this.name = 'WorkspaceNotFound';
  }
}

/** No such key in this workspace; another workspace's key is the same as none. */
export class KeyNotFound extends Error {
  readonly code = 'key_not_found';
  readonly id: string;
  constructor(id: string) {
    super(`There is no key ${id}`);
    this.name = 'KeyNotFound';
    this.id = id;
  }
}

/** The key is revoked or expired: there is nothing left to rotate. */
export class KeyEnded extends Error {
  readonly code = 'key_ended';
  readonly id: string;
  constructor(id: string) {
    super(`The key ${id} is revoked or expired`);
    this.name = 'KeyEnded';
    this.id = id;
  }
}

/** Without this key nobody could administer the workspace. */
export class LastAdminKey extends Error {
  readonly code = 'last_admin_key';
  readonly id: string;
  constructor(id: string) {
    super(`The key ${id} is the last one with the role admin`);
    this.name = 'LastAdminKey';
    this.id = id;
  }
}

/** Keys that anybody may ask for exist in the sandbox alone. */
export class SandboxOnly extends Error {
  readonly code = 'sandbox_only';
  constructor() {
    super('Keys for trying the service are given in the sandbox alone');
    this.name = 'SandboxOnly';
  }
}

/** The client got as many keys of the sandbox today as one client gets. */
export class SandboxKeysUsedUp extends Error {
  readonly code = 'sandbox_keys_used_up';
  readonly limit: number;
  constructor(limit: number) {
    super(`A client gets ${limit} keys of the sandbox a day`);
    this.name = 'SandboxKeysUsedUp';
    this.limit = limit;
  }
}
