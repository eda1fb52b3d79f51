import { expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';

const policy = `apiVersion: audit.{api}/v1
kind: Policy
rules:
  - level: Metadata
    resources:
      - group: networking.{api}
`;

export default {
  id: 'deprecated-version-in-audit-log',
  title: 'A request to a deprecated version MUST be annotated in the audit log, any other MUST NOT.',
  requirements: ['VERS-078'],
  needs: ['launch-server'],
  async run(c) {
    const server = await c.launchServer({
      server: [
        '--runtime-config=networking.{api}/v1beta1=true',
        '--audit-policy-file={folder}/policy.yaml',
        '--audit-log-path=-',
      ],
      files: { 'policy.yaml': policy },
    });
    const group = c.vendor.fill('/apis/networking.{api}');
    const key = c.vendor.fill('{api}/deprecated');
    for (const [version, expected] of [
      ['v1beta1', 'true'],
      ['v1', undefined],
    ] as const) {
      const path = `${group}/${version}/ipaddresses?limit=7`;
      expectOk(await server.wire.get(path));
      const annotation = await c.eventually(async () => {
        const event = eventOf(server.output(), path);
        expectEqual(`audit event of ${path}`, event === undefined ? 'none' : 'written', 'written');
        return event?.annotations?.[key];
      });
      expectEqual(`annotation ${key} of ${path}`, annotation, expected);
    }
  },
} satisfies Case;

interface AuditEvent {
  readonly stage: string;
  readonly requestURI: string;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** Returns the last audit event of the request; the output has other lines too. */
function eventOf(output: string, path: string): AuditEvent | undefined {
  return output
    .split('\n')
    .filter((line) => line.startsWith('{') && line.includes('"ResponseComplete"'))
    .map((line) => JSON.parse(line) as AuditEvent)
    .find(({ requestURI }) => requestURI === path);
}
