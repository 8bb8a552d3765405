import { createHash } from 'node:crypto';
import { text } from '../../../../locales/index.ts';
import { toUtcDay } from '../../../lib/utc-day.ts';
import type { Lookup } from '../../peppol/index.ts';
import type { Addressing } from '../envelope/index.ts';
import { resolveReceiver } from '../sending/index.ts';
import { checkPartner, checkRouting } from './checks/network.ts';
import { checkRecord } from './checks/record.ts';
import type { Caller, PreflightRequest } from './make-preflight.ts';
import { type CheckId, type CheckResult, cut, fail, type Preflight, pass, unknown } from './preflight.ts';
import { toPreflight } from './to-preflight.ts';

type RulesId = 'peppol-invoice-response';

type ResponsePreflightParts = {
  readonly validationPool: {
    /** Rules that an Invoice Response violates, without duplicates; null when it is not XML. */
    readonly validateStatusMessage: (
      bytes: Uint8Array,
      request: { readonly pack: RulesId; readonly today: string },
      caller: Caller,
    ) => Promise<readonly { readonly id: string }[] | null>;
    readonly readAddressing: (bytes: Uint8Array, caller: Caller) => Promise<Addressing | null>;
  };
  /** Rule set used. */
  readonly rules: { readonly id: RulesId; readonly version: string };
  readonly peppol: { readonly lookup: Lookup };
  readonly now: () => number;
};

const OF_INVOICES = pass(text('preflight.of-invoices.pass'), { applies: false });

/**
 * Creates the preflight of an Invoice Response, with its own rules and its own process in the network. Checks that
 * apply only to invoices pass and state so. It throws what the validators throw, and the signal's reason.
 */
export function makeResponsePreflight(
  parts: ResponsePreflightParts,
): (
  request: Pick<PreflightRequest, 'bytes' | 'receiver' | 'partner' | 'stored'>,
  caller: Caller,
) => Promise<Preflight> {
  const { validationPool, peppol, rules, now } = parts;
  return async ({ bytes, receiver, partner, stored }, caller) => {
    const at = now();
    const [broken, addressing] = await Promise.all([
      validationPool.validateStatusMessage(bytes, { pack: rules.id, today: toUtcDay(at) }, caller),
      validationPool.readAddressing(bytes, caller),
    ]);
    const sender = addressing?.sender ?? null;
    const connectionCheck = partner?.ask(sender, caller.signal) ?? null;
    const resolve = resolveReceiver.bind(null, peppol.lookup);
    const routing =
      addressing === null
        ? NOT_READ
        : checkRouting({ addressing }, receiver, { lookup: peppol.lookup, resolve, now: at });
    const [routed, partnerSaid] = await Promise.all([routing, connectionCheck]);
    const results: Record<CheckId, CheckResult> = {
      bytes: checkMessage(bytes, addressing),
      validation: checkOwnRules(rules, broken),
      addressing: checkParties(addressing, receiver),
      routing: routed,
      partner: checkPartner(partner?.id ?? null, partnerSaid, sender),
      duplicate: checkRecord(stored) ?? OF_INVOICES,
      ...{ consistency: OF_INVOICES, law: OF_INVOICES, counterparty: OF_INVOICES },
      ...{ tax_office: OF_INVOICES, rendering: OF_INVOICES },
    };
    const ruleset = { ...rules, packs: [rules] };
    return toPreflight(results, {
      sha256: createHash('sha256').update(bytes).digest('hex'),
      ruleset,
      at,
      until: now(),
    });
  };
}

const NOT_READ = unknown(text('preflight.not-read.unknown'));

function checkMessage(bytes: Uint8Array, addressing: Addressing | null): CheckResult {
  const evidence = { size_bytes: bytes.length };
  return addressing === null ? fail(NOT_READ.detail, evidence) : pass(text('preflight.check-message.pass'), evidence);
}

function checkOwnRules(
  { id, version }: ResponsePreflightParts['rules'],
  broken: readonly { readonly id: string }[] | null,
): CheckResult {
  const evidence = { ruleset: `${id}@${version}`, rule_ids: broken?.map((rule) => rule.id) ?? [] };
  return broken?.length === 0
    ? pass(text('preflight.check-own-rules.pass'), evidence)
    : fail(text('preflight.check-own-rules.fail'), evidence);
}

function checkParties(addressing: Addressing | null, receiver: string | null): CheckResult {
  if (addressing === null) return NOT_READ;
  const evidence = { sender: cut(addressing.sender), receiver: cut(receiver ?? addressing.receiver) };
  return evidence.sender === null || evidence.receiver === null
    ? fail(text('preflight.check-parties.fail'), evidence)
    : pass(text('preflight.check-parties.pass'), evidence);
}
