import type { Case, CaseContext } from '../../contract/case.ts';
import { configMap, role } from '../../fixtures/manifests.ts';
import { type Data, type PolicyRow, policyRows, type Verdict } from '../../fixtures/rule/data/policy-rows.ts';
import { warningsOf } from '../../wire/expect/headers.ts';
import { fieldOf } from '../../wire/expect/object.ts';
import { expectCreated, expectFailure } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Exchange } from '../../wire/exchange/exchange.ts';

/** Time limit in milliseconds until all policies are in force. */
const soon = 20_000;

export default {
  id: 'policies-decide',
  title: 'Each rule, condition, variable, message, reason, action and parameter of a policy MUST decide as documented.',
  requirements: ['ADM-019', 'CEL-003'],
  needs: ['namespace'],
  async run(c) {
    const mark = c.unique('decides');
    const isLast = ({ key }: PolicyRow): boolean => key === 'last';
    await Promise.all(policyRows.filter((row) => !isLast(row)).map((row) => writePolicy(c, mark, row)));
    for (const row of policyRows.filter(isLast)) await writePolicy(c, mark, row);
    // Policies come into force together, or one after the other: the last one tells for all.
    await c.eventually(async () => expectFailure(await ask(c, mark, 'last', { n: '1' }), 422, 'Invalid'), soon);
    const trials = policyRows.flatMap(({ key, cluster, judged }) =>
      judged.map(async ([data, verdict]) => {
        const said = saidIn(await ask(c, mark, key, data, cluster));
        return fits(verdict, said) ? [] : [`${key} ${JSON.stringify(data).slice(0, 40)}: ${said.slice(-200)}`];
      }),
    );
    expectEqual('policies that decided otherwise', (await Promise.all(trials)).flat(), []);
  },
} satisfies Case;

interface PolicyObject extends Readonly<Record<string, unknown>> {
  readonly apiVersion: string;
  readonly metadata: { readonly name: string };
}

async function writePolicy(
  c: CaseContext,
  mark: string,
  { key, policy, bindings = [{ validationActions: ['Deny'] }] }: PolicyRow,
) {
  const apiVersion = c.vendor.fill('admissionregistration.{api}/v1');
  const name = `${mark}-${key}`;
  const objectSelector = { matchLabels: { judge: key, of: mark } };
  const rule = { operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] };
  const { matchConstraints = { resourceRules: [rule] }, ...rest } = policy as { readonly matchConstraints?: object };
  const spec = { matchConstraints: { ...matchConstraints, objectSelector }, ...rest };
  await write(c, 'policies', { apiVersion, kind: 'ValidatingAdmissionPolicy', metadata: { name }, spec });
  for (const [at, binding] of bindings.entries()) {
    const metadata = { name: `${name}-${at}` };
    const bound = { policyName: name, ...binding };
    await write(c, 'policybindings', { apiVersion, kind: 'ValidatingAdmissionPolicyBinding', metadata, spec: bound });
  }
}

async function write(c: CaseContext, plural: string, object: PolicyObject) {
  const paths = c.clusterResource(object.apiVersion, `validatingadmission${plural}`);
  c.removeLater(paths.item(object.metadata.name));
  const text = c.vendor.fill(JSON.stringify(object).replaceAll('"OWN"', JSON.stringify(c.namespace)));
  expectCreated(await c.wire.post(paths.collection, JSON.parse(text)));
}

/** A trial of an object with the label that the policies of the case select. */
function ask(c: CaseContext, mark: string, key: string, data: Data, cluster?: true): Promise<Exchange> {
  const labels = { judge: key, of: mark };
  if (cluster !== true) {
    const { collection } = c.resource('v1', 'configmaps');
    return c.wire.post(`${collection}?dryRun=All`, configMap('judged', data, { labels }));
  }
  const groupVersion = c.vendor.fill('rbac.authorization.{api}/v1');
  const { collection } = c.clusterResource(groupVersion, 'clusterroles');
  const metadata = { labels, annotations: { seen: 'yes', ...data } };
  return c.wire.post(`${collection}?dryRun=All`, role(groupVersion, 'ClusterRole', c.unique('judged'), [], metadata));
}

/** What was said of the object: nothing, warnings, or a refusal. */
function saidIn(response: Exchange): string {
  if (response.status < 300) {
    const warnings = warningsOf(response).map(({ text }) => `warning: ${text}`);
    return warnings.join('\n');
  }
  return `${response.status} ${String(fieldOf(response, 'reason'))}: ${String(fieldOf(response, 'message'))}`;
}

function fits(verdict: Verdict, said: string): boolean {
  if (verdict === 'passes') return said === '';
  if ('warns' in verdict) return said.startsWith('warning: ') && !said.includes('\n') && verdict.warns.test(said);
  return said.startsWith(`${verdict.code} ${verdict.reason}: `) && verdict.says.test(said);
}
