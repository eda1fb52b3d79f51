import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { soon } from '../../fixtures/rule/bound-policy.ts';
import { expectCreated } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';

const auditPolicy = `apiVersion: audit.{api}/v1
kind: Policy
rules:
  - level: Metadata
    resources:
      - group: ''
        resources: ['configmaps']
  - level: None
`;

const annotated = {
  matchConstraints: {
    resourceRules: [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }],
  },
  validations: [{ expression: "object.data.n == '1'", message: 'not one' }],
  auditAnnotations: [
    { key: 'told', valueExpression: "' n is ' + object.data.n + ' '" },
    { key: 'nothing', valueExpression: 'null' },
    { key: 'blank', valueExpression: "'  '" },
    { key: 'sometimes', valueExpression: "object.data.n == '1' ? 'one' : ''" },
  ],
};

export default {
  id: 'policies-annotate-audits',
  title: 'A policy MUST write the values of its audit annotations, and what it would refuse, into the audit log.',
  requirements: ['ADM-019', 'CEL-003'],
  needs: ['launch-server'],
  async run(c) {
    const server = await c.launchServer({
      server: ['--audit-policy-file={folder}/policy.yaml', '--audit-log-path=-'],
      files: { 'policy.yaml': auditPolicy },
    });
    const apiVersion = c.vendor.fill('admissionregistration.{api}/v1');
    const path = `/apis/${apiVersion}/validatingadmissionpolic`;
    const policy = { apiVersion, kind: 'ValidatingAdmissionPolicy', metadata: { name: 'annotated' }, spec: annotated };
    expectCreated(await server.wire.post(`${path}ies`, policy));
    for (const name of ['annotated-a', 'annotated-b']) {
      const spec = { policyName: 'annotated', validationActions: ['Audit'] };
      const binding = { apiVersion, kind: 'ValidatingAdmissionPolicyBinding', metadata: { name }, spec };
      expectCreated(await server.wire.post(`${path}ybindings`, binding));
    }
    const failure = c.vendor.fill('validation.policy.admission.{api}/validation_failure');
    let tries = 0;
    /** The annotations of the audit event of such a creation that are about policies. */
    const annotationsOf = async (n: string): Promise<Readonly<Record<string, string>>> => {
      tries += 1;
      const target = `/api/v1/namespaces/default/configmaps?dryRun=All&fieldManager=try-${tries}`;
      expectCreated(await server.wire.post(target, configMap('judged', { n })));
      return c.eventually(async () => {
        const event = eventsIn(server.output()).find(({ requestURI }) => requestURI === target);
        expectEqual('whether the event is written', event !== undefined, true);
        const own = Object.entries(event?.annotations ?? {}).filter(
          ([key]) => key.startsWith('annotated/') || key === failure,
        );
        return Object.fromEntries(own);
      }, soon);
    };
    await c.eventually(async () => {
      const { [failure]: told = '[]', ...others } = await annotationsOf('2');
      expectEqual('annotations of what is not as it should be', others, { 'annotated/told': 'n is 2' });
      const [first] = JSON.parse(told) as readonly Readonly<Record<string, unknown>>[];
      const { binding, ...rest } = first ?? {};
      expectEqual('the binding', binding === 'annotated-a' || binding === 'annotated-b', true);
      const expected = { message: 'not one', policy: 'annotated', expressionIndex: 0, validationActions: ['Audit'] };
      expectEqual('the failure', rest, expected);
    }, soon);
    expectEqual('annotations of what is right', await annotationsOf('1'), {
      'annotated/told': 'n is 1',
      'annotated/sometimes': 'one',
    });
  },
} satisfies Case;

interface AuditEvent {
  readonly requestURI: string;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** The completed requests in the output, which has other lines too. */
function eventsIn(output: string): readonly AuditEvent[] {
  return output
    .split('\n')
    .filter((line) => line.startsWith('{') && line.includes('"ResponseComplete"'))
    .map((line) => JSON.parse(line) as AuditEvent);
}
