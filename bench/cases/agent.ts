// Memory and processor time of the agent on an idle host, joined to a server and a runtime (the simulator), over a minute.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { writeNodeConnection } from '../../fixtures/node-connection.ts';
import { systemClock } from '../../shared/process/system-clock.ts';
import { processorSeconds, residentMemory, start } from '../processes.ts';
import type { Row } from '../report.ts';
import { call, open, programPath, startTarget } from '../target.ts';

const megabyte = 1024 * 1024;
const memoryAim = 90;
const minute = 60_000;
const nodeName = 'bench';

export async function measureAgent(): Promise<readonly Row[]> {
  const target = await startTarget();
  const pki = join(target.folder, 'data', 'pki');
  const path = join(target.folder, 'node.kubeconfig');
  const authority = {
    certificatePem: readFileSync(join(pki, 'ca.crt'), 'utf8'),
    keyPem: readFileSync(join(pki, 'ca.key'), 'utf8'),
  };
  await writeNodeConnection({ authority, server: target.access.origin, nodeName, path, clock: systemClock });
  const socket = join(target.folder, 'cri.sock');
  const runtime = start('client', process.execPath, [
    fileURLToPath(new URL('../../fixtures/cri-simulator/main.js', import.meta.url)),
    '--socket',
    socket,
  ]);
  await runtime.line();
  const agent = start('client', process.execPath, [
    programPath('orch-agent'),
    `--kubeconfig=${path}`,
    `--hostname-override=${nodeName}`,
    `--root-dir=${join(target.folder, 'agent')}`,
    `--container-runtime-endpoint=unix://${socket}`,
    '--port=0',
    '--healthz-port=0',
  ]);
  const session = open(target.access);
  while ((await call(session, 'GET', `/api/v1/nodes/${nodeName}`)).status !== 200) await sleep(50);
  session.close();
  await sleep(5000);
  const before = processorSeconds(agent.pid);
  await sleep(minute);
  const memory = residentMemory(agent.pid) / megabyte;
  const share = ((processorSeconds(agent.pid) - before) / (minute / 1000)) * 100;
  await agent.stop();
  await runtime.stop();
  await target.stop();
  return [
    {
      measure: 'agent, resident memory',
      value: memory,
      unit: 'MB',
      aim: { text: `<= ${memoryAim} MB`, met: memory <= memoryAim },
    },
    { measure: 'agent, processor', value: share, unit: '% of a core' },
  ];
}
