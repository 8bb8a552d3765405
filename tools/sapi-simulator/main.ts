/** `npm run simulator`: offline SAPI-SK access point for development. */
import { randomBytes, randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { DEMO_CLIENTS, DEMO_PARTICIPANTS } from './demo.data.ts';
import { FAULT_NAMES } from './faults.ts';
import { makeSimulator } from './make-simulator.ts';
import { serveSimulator } from './serve.ts';

const HELP = `npm run simulator -- [options]

  --port 8790                 where it listens, on 127.0.0.1
  --base-path /sapi/v1        in front of the calls of SAPI-SK
  --deliver-after 2           seconds until a document is with its receiver
  --fault send:NAME:SHARE     meets a share of the calls, such as send:lost-after-accept:0.1; repeatable

Faults: ${FAULT_NAMES.join(', ')}
`;

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '8790' },
    'base-path': { type: 'string', default: '/sapi/v1' },
    'deliver-after': { type: 'string', default: '2' },
    fault: { type: 'string', multiple: true, default: [] },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) process.stdout.write(HELP);
else {
  const simulator = makeSimulator({
    clients: DEMO_CLIENTS,
    participants: DEMO_PARTICIPANTS,
    deliverAfter: Number(values['deliver-after']) * 1000,
    now: Date.now,
    random: Math.random,
    newId: randomUUID,
    newToken: () => randomBytes(24).toString('base64url'),
    basePath: values['base-path'],
  });
  for (const text of values.fault) {
    const [call = '', fault = '', share = '1'] = text.split(':');
    simulator.order({ call, fault, share: Number(share), times: null });
  }
  const { url } = await serveSimulator(simulator, { port: Number(values.port) });
  const [client] = DEMO_CLIENTS;
  process.stdout.write(
    `A simulated SAPI-SK access point: documents that it accepts never leave this machine.\n` +
      `Base address: ${url}${values['base-path']}\n` +
      `Client: ${client!.id}, secret: ${client!.secret}, participant: ${client!.participants.join(', ')}\n`,
  );
}
