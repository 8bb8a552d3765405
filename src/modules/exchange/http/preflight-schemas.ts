import { z } from 'zod';
import { Text } from '../../../http/index.ts';
import { packRelease } from '../../evidence/http/index.ts';
import { CHECK_IDS, CHECK_OUTCOMES, VERDICTS } from '../preflight/index.ts';

const Check = z
  .object({
    id: z.enum(CHECK_IDS),
    outcome: z
      .enum(CHECK_OUTCOMES)
      .meta({ description: '`unknown` means that the check could neither pass nor fail.' }),
    title: Text,
    detail: Text,
    evidence: z.record(z.string(), z.unknown()).meta({ description: 'The sources that the check used.' }),
    checked_at: z.iso.datetime(),
  })
  .meta({ id: 'PreflightCheck' });

export const Preflight = z
  .object({
    document_id: z.string().nullable().meta({ description: 'Null: the file is not stored.' }),
    sha256: z.string().meta({ description: 'SHA-256 of the checked file.' }),
    verdict: z.enum(VERDICTS).meta({
      description:
        '`blocked`: a check failed. `retry_later`: it is unknown whether the document would arrive. ' +
        '`ready_with_warnings`: some checks warn; a person should review them. `ready`: every check passed.',
    }),
    decided_by: z
      .array(z.enum(CHECK_IDS))
      .meta({ description: 'The checks that determined the verdict; empty for `ready`.' }),
    checks: z.array(Check),
    ruleset: z.object({
      id: z.string(),
      version: z.string(),
      packs: z.array(z.object({ id: z.string(), version: z.string(), digest: z.string(), ...packRelease })),
    }),
    engine: z.object({ version: z.string(), digest: z.string() }),
    checked_at: z.iso.datetime(),
    valid_until: z.iso
      .datetime()
      .meta({ description: '15 minutes after the check, because the underlying data changes.' }),
    signature: z.string().meta({
      description:
        'A detached JWS (EdDSA, typ `preflight+jws`) over the canonical JSON (RFC 8785) of the other fields; the keys ' +
        'are at `/.well-known/jwks.json`.',
    }),
  })
  .meta({ id: 'Preflight' });
