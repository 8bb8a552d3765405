import { z } from 'zod';
import { NO_CONTROLS, PARTNER_EXAMPLE } from '../../../http/index.ts';
import { SFTP_STEPS } from '../../accounts/index.ts';

export const SftpKeyId = z.object({ id: z.string().meta({ example: 'sfk_01931b3e-7c4d-7e2a-9f00-0c9f4b1d2e3a' }) });

const EXAMPLE_KEY =
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f erp@firma.example';
const FINGERPRINT = z.string().meta({
  description: 'In the format that OpenSSH prints.',
  example: 'SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU',
});

export const NewSftpKey = z
  .strictObject({
    name: z
      .string()
      .min(1)
      .max(100)
      .regex(NO_CONTROLS)
      .meta({ description: 'The program or person that uses the key.', example: 'ERP' }),
    public_key: z
      .string()
      .min(1)
      .max(16_000)
      .meta({
        description:
          'One OpenSSH public key line: Ed25519, ECDSA on a NIST curve, or RSA with at least 3072 bits. Keep the private ' +
          'key to yourself.',
        example: EXAMPLE_KEY,
      }),
    addresses: z
      .array(z.string().min(2).max(50))
      .max(50)
      .nullish()
      .meta({
        description:
          'Client addresses and CIDR blocks from which the key may be used; without them every address is allowed.',
        example: ['192.0.2.0/24'],
      }),
    expires_at: z.iso
      .datetime({ offset: true })
      .nullish()
      .meta({ description: 'When the key expires; null: never.', example: '2028-01-01T00:00:00Z' }),
  })
  .meta({ id: 'NewSftpKey' });

export const NEW_KEY_EXAMPLE = { name: 'ERP', public_key: EXAMPLE_KEY };

export const SftpKey = z
  .object({
    id: z.string(),
    name: z.string(),
    status: z.enum(['active', 'expired', 'revoked']),
    algorithm: z.string().meta({ example: 'ssh-ed25519' }),
    fingerprint: FINGERPRINT,
    addresses: z.array(z.string()),
    created_at: z.iso.datetime(),
    created_by: z.string(),
    expires_at: z.iso.datetime().nullable(),
    revoked_at: z.iso.datetime().nullable(),
    last_used_at: z.iso.datetime().nullable(),
    last_used_from: z.string().nullable().meta({ description: 'Client address of the last login.' }),
  })
  .meta({ id: 'SftpKey' });

const Language = z.enum(['sk', 'en']).meta({ description: 'Language of reports and error texts.' });
const Steps = z
  .array(z.enum(SFTP_STEPS))
  .min(1)
  .max(4)
  .meta({
    description: 'The steps for each document; `validate` always runs. The results are written to `/results`.',
    example: ['validate', 'evidence'],
  });
const Partner = z.string().max(100).nullable().meta({
  description: 'The partner for the step `send_preparation`; null without that step.',
  example: PARTNER_EXAMPLE,
});
const TriggerFiles = z.boolean().meta({
  description:
    'Whether an empty file `<name>.ok` or `<name>.err` follows each result, for programs that wait for such a file. ' +
    '`.ok` means that the file, or every file of a batch, is valid and every step succeeded.',
});
const Manifest = z.boolean().meta({
  description:
    'Whether files wait for a list that names them: `SHA256SUMS` or `<batch>.manifest.json`. Files of a list are ' +
    'accepted all together or not at all.',
});

const Settings = {
  language: Language,
  steps: Steps,
  partner: Partner,
  trigger_files: TriggerFiles,
  manifest: Manifest,
};

export const SftpIntake = z
  .object({
    user: z.string().meta({ description: 'The user name: the id of the workspace.' }),
    servers: z
      .array(z.object({ port: z.int(), algorithm: z.string(), fingerprint: FINGERPRINT }))
      .meta({ description: 'The host key fingerprints of the server; empty when no server has run.' }),
    ...Settings,
  })
  .meta({ id: 'SftpIntake' });

export const SftpChanges = z
  .strictObject({
    language: Language.optional(),
    steps: Steps.optional(),
    partner: Partner.optional(),
    trigger_files: TriggerFiles.optional(),
    manifest: Manifest.optional(),
  })
  .meta({ id: 'SftpChanges' });
