import { join } from 'node:path';
import t from 'tap';
import { createAuthority, issueCertificate } from '../shared/certificates/authority.ts';
import type { ConnectionConfig } from '../shared/client/connection/connection-config.ts';
import { FakeClock } from '../fixtures/shared/fake-clock.fixture.ts';
import { silentLog } from '../shared/process/log/log.ts';
import type { AgentEnvironment } from './agent-parts.ts';
import type { AgentSettings } from './config/agent-settings.ts';
import { ownConnection } from './own-certificates.ts';

const day = 24 * 3_600_000;
const issued = Date.UTC(2030, 0, 1);

for (const rotateCertificates of [false, true]) {
  const named = rotateCertificates ? 'with rotateCertificates' : 'without rotateCertificates';
  t.test(`a client certificate that is not valid yet is logged at the start, ${named}`, async (t) => {
    const clock = new FakeClock(issued);
    const { certificatePem, keyPem } = issueCertificate(createAuthority({ commonName: 'a', clock }), {
      commonName: 'system:node:n1',
      organizations: ['system:nodes'],
      usages: ['client'],
      days: 365,
      clock,
    });
    const connection: ConnectionConfig = {
      server: 'https://server',
      authority: undefined,
      credentials: { certificate: { pem: certificatePem }, key: { pem: keyPem } },
    } as unknown as ConnectionConfig;
    const linesAt = async (now: number): Promise<readonly string[]> => {
      const lines: string[] = [];
      const settings = {
        connection,
        joining: undefined,
        certificateDirectory: join(t.testdir(), 'pki'),
        loaded: { configuration: { rotateCertificates } },
      } as unknown as AgentSettings;
      const environment = {
        clock: new FakeClock(now),
        log: { ...silentLog, warn: (text: string) => lines.push(text) },
      } as unknown as AgentEnvironment;
      t.ok(await ownConnection(settings, environment, { nodeName: 'n1', userAgent: 'x' }));
      return lines;
    };
    t.strictSame(await linesAt(issued + day), []);
    t.strictSame(await linesAt(issued - day), [
      'the client certificate is not valid yet: is the clock of this host right?',
    ]);
  });
}
