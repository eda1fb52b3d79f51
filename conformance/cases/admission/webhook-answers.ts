import type { Case, CaseContext } from '../../contract/case.ts';
import { createObject } from '../../fixtures/created-objects.ts';
import { plain } from '../../fixtures/launches.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { type AdmissionWebhook, startAdmissionWebhook } from '../../fixtures/webhook/admission-webhook.ts';
import { expectField, expectPattern, expectText, fieldOf } from '../../wire/expect/object.ts';
import { expectCreated, expectDeleted, expectFailure, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import type { Exchange } from '../../wire/exchange/exchange.ts';

/** Time limit in milliseconds until a new configuration takes effect. */
const soon = 8000;

/** A response, and what becomes of the request because of it. */
interface Row {
  readonly about: string;
  /** Fields of the response. */
  readonly answer?: object;
  /** Fields of the review around it, or all of it as a text. */
  readonly review?: object | string;
  /** `refused` with the code and the message; `failed`, with the message, where failures are not ignored. */
  readonly becomes: readonly ['taken' | 'patched'] | readonly ['refused', number, string] | readonly ['failed', string];
}

const patchOf = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');
const patching = (...operations: object[]) => ({ patch: patchOf(operations), patchType: 'JSONPatch' });
const label = patching({ op: 'add', path: '/metadata/labels/patched', value: 'yes' });
const refusing = (status: object) => ({ allowed: false, status });
const invalid = 'received invalid webhook response:';
const undecoded = 'failed to call webhook:';

const ofBoth: readonly Row[] = [
  { about: 'nothing more', becomes: ['taken'] },
  { about: 'a bare refusal', answer: { allowed: false }, becomes: ['refused', 400, ' without explanation'] },
  { about: 'a message', answer: refusing({ message: 'not today' }), becomes: ['refused', 400, ': not today'] },
  { about: 'a reason', answer: refusing({ reason: 'Expired' }), becomes: ['refused', 400, ': Expired'] },
  { about: 'both', answer: refusing({ reason: 'Expired', message: 'm' }), becomes: ['refused', 400, ': m'] },
  { about: 'a code', answer: refusing({ code: 418, message: 'm' }), becomes: ['refused', 418, ': m'] },
  { about: 'a code of success', answer: refusing({ code: 200, message: 'm' }), becomes: ['refused', 400, ': m'] },
  {
    about: 'another uid',
    answer: { uid: 'other' },
    becomes: ['failed', `${invalid} expected response.uid="UID", got "other"`],
  },
  {
    about: 'no uid',
    answer: { uid: undefined },
    becomes: ['failed', `${invalid} expected response.uid="UID", got ""`],
  },
  {
    about: 'another kind',
    review: { kind: 'Other' },
    becomes: ['failed', `${undecoded} no kind "Other" is registered for version "admission.{api}/v1"`],
  },
  {
    about: 'another version',
    review: { apiVersion: 'other.example/v9' },
    becomes: ['failed', `${undecoded} no kind "AdmissionReview" is registered for version "other.example/v9"`],
  },
  {
    about: 'no type',
    review: { kind: undefined, apiVersion: undefined },
    becomes: [
      'failed',
      `${invalid} expected webhook response of admission.{api}/v1, Kind=AdmissionReview, got /, Kind=`,
    ],
  },
  {
    about: 'no response',
    review: { response: undefined },
    becomes: ['failed', `${invalid} webhook response was absent`],
  },
  {
    about: 'no JSON',
    review: 'oops',
    becomes: ['failed', `${undecoded} couldn't get version/kind; json parse error:`],
  },
  { about: 'a wrong field', answer: { allowed: 'yes' }, becomes: ['failed', `${undecoded} json:`] },
  { about: 'wrong warnings', answer: { warnings: 'one' }, becomes: ['failed', `${undecoded} json:`] },
  {
    about: 'wrong causes',
    answer: refusing({ details: { causes: 'none' } }),
    becomes: ['failed', `${undecoded} json:`],
  },
  {
    about: 'a wrong cause',
    answer: refusing({ details: { causes: [{ field: 1 }] } }),
    becomes: ['failed', `${undecoded} json:`],
  },
  { about: 'wrong annotations', answer: { auditAnnotations: { a: 1 } }, becomes: ['failed', `${undecoded} json:`] },
];

const ofMutating: readonly Row[] = [
  { about: 'a patch', answer: label, becomes: ['patched'] },
  {
    about: 'a patch in a refusal',
    answer: { allowed: false, ...label },
    becomes: ['refused', 400, ' without explanation'],
  },
  { about: 'an empty patch', answer: patching(), becomes: ['taken'] },
  {
    about: 'no type of a patch',
    answer: { patch: label.patch },
    becomes: ['failed', `${invalid} webhook returned response.patch but not response.patchType`],
  },
  {
    about: 'a type without a patch',
    answer: { patchType: 'JSONPatch' },
    becomes: ['failed', `${invalid} webhook returned response.patchType but not response.patch`],
  },
  {
    about: 'an unknown type',
    answer: { ...label, patchType: 'Other' },
    becomes: ['failed', 'unsupported patch type "Other"'],
  },
  {
    about: 'a patch that is none',
    answer: { ...label, patch: patchOf('x') },
    becomes: ['failed', 'received undecodable patch in webhook response:'],
  },
  {
    about: 'a patch without base64',
    answer: { ...label, patch: '%%' },
    becomes: ['failed', `${undecoded} illegal base64 data at input byte 0`],
  },
];

/** Faults of the changed object are no failures of the call. */
const ofChanged: readonly (readonly [operation: object, code: number, message: RegExp])[] = [
  [
    { op: 'test', path: '/kind', value: 'x' },
    500,
    /^Internal error occurred: testing value \/kind failed: test failed$/,
  ],
  [
    { op: 'add', path: '/data', value: 5 },
    500,
    /^Internal error occurred: json: cannot unmarshal number into Go struct field ConfigMap\.data of type map\[string\]string$/,
  ],
  [
    { op: 'add', path: '/data', value: { 'no key': '' } },
    422,
    /^ConfigMap "judged" is invalid: data\[no key\]: Invalid value: "no key": a valid config key /,
  ],
];

const ofValidating: readonly Row[] = [
  {
    about: 'a patch',
    answer: label,
    becomes: ['failed', `${invalid} validating webhook may not return response.patch`],
  },
  {
    about: 'a patch without its type',
    answer: { patch: label.patch },
    becomes: ['failed', `${invalid} validating webhook may not return response.patch`],
  },
  {
    about: 'a type without a patch',
    answer: { patchType: 'JSONPatch' },
    becomes: ['failed', `${invalid} validating webhook may not return response.patchType`],
  },
];

export default {
  id: 'webhook-answers',
  title:
    'What a webhook answers MUST decide about the request, and what is no answer MUST count as its failure policy says.',
  requirements: ['ADM-010', 'ADM-012'],
  needs: ['namespace'],
  launch: plain,
  async run(c) {
    const hook = await startAdmissionWebhook();
    try {
      await run(c, hook);
    } finally {
      await hook.close();
    }
  },
} satisfies Case;

async function run(c: CaseContext, hook: AdmissionWebhook): Promise<void> {
  await configure(c, hook, 'MutatingWebhookConfiguration', 'm');
  await configure(c, hook, 'ValidatingWebhookConfiguration', 'v');
  const maps = c.resource('v1', 'configmaps');
  const post = (value: string, name = 'judged') =>
    c.wire.post(`${maps.collection}?dryRun=All`, configMap(name, {}, { labels: { hook: value } }));
  for (const value of ['m-fail', 'm-ignore', 'v-fail', 'v-ignore']) {
    await c.eventually(async () => {
      hook.asked.splice(0);
      expectCreated(await post(value));
      expectEqual(
        `calls about ${value}`,
        hook.asked.map(({ path }) => path),
        [`/${value}`],
      );
    }, soon);
  }
  const tried = async (kind: 'm' | 'v', { about, answer = {}, review, becomes }: Row): Promise<void> => {
    hook.respond = () => answer;
    hook.spoil = (_asked, whole) =>
      typeof review === 'string' || review === undefined ? review : { ...whole, ...review };
    for (const policy of ['fail', 'ignore']) {
      hook.asked.splice(0);
      const response = await post(`${kind}-${policy}`);
      const uid = hook.asked[0]?.request.uid ?? '-';
      const got = verdictOf(response).replaceAll(uid, 'UID');
      const name = `${kind}-${policy}.conformance.example`;
      const wanted = c.vendor.fill(verdictFor(becomes, name, policy === 'ignore'));
      expectThat(
        `what becomes of ${about}, from ${name}`,
        got === wanted || (becomes[0] === 'failed' && got.startsWith(wanted) && got !== 'taken'),
        wanted,
        got,
      );
    }
  };
  for (const row of [...ofBoth, ...ofMutating]) await tried('m', row);
  for (const row of [...ofBoth, ...ofValidating]) await tried('v', row);
  hook.spoil = () => undefined;
  await changes(c, hook, post);
  await tells(hook, post);
}

function verdictFor(becomes: Row['becomes'], name: string, ignores: boolean): string {
  const [what, ...words] = becomes;
  if (what === 'refused') return `${words[0]} admission webhook "${name}" denied the request${words[1]}`;
  if (what !== 'failed') return what;
  return ignores ? 'taken' : `500 Internal error occurred: failed calling webhook "${name}": ${words[0]}`;
}

function verdictOf(response: Exchange): string {
  if (response.status < 300) return fieldOf(response, 'metadata.labels.patched') === undefined ? 'taken' : 'patched';
  return `${response.status} ${expectText(response, 'message')}`;
}

type Post = (value: string, name?: string) => Promise<Exchange>;

async function changes(c: CaseContext, hook: AdmissionWebhook, post: Post): Promise<void> {
  for (const [operation, code, message] of ofChanged) {
    hook.respond = () => patching(operation);
    for (const value of ['m-fail', 'm-ignore']) {
      const response = await post(value);
      expectStatus(response, code);
      expectPattern(response, 'message', message);
    }
  }
  // There is nothing that could be changed of what is removed.
  hook.respond = () => ({});
  const maps = c.resource('v1', 'configmaps');
  await createObject(c, maps.collection, configMap('removed', {}, { labels: { hook: 'm-fail' } }));
  hook.respond = () => label;
  const removal = await c.wire.delete(maps.item('removed'));
  expectFailure(removal, 500, 'InternalError');
  expectPattern(
    removal,
    'message',
    /"m-fail\.conformance\.example" attempted to modify the object, which is not supported for this operation$/,
  );
  hook.respond = () => ({});
  expectDeleted(await c.wire.delete(maps.item('removed')));
}

/** Warnings and the details of a refusal come to the client. */
async function tells(hook: AdmissionWebhook, post: Post): Promise<void> {
  hook.respond = () => ({ warnings: ['first words', 'other words'] });
  for (const value of ['m-fail', 'v-fail']) {
    const warned = await post(value);
    expectCreated(warned);
    expectEqual(`warnings of ${value}`, warned.headers.get('warning') ?? [], [
      '299 - "first words"',
      '299 - "other words"',
    ]);
    const causes = [{ reason: 'FieldValueInvalid', message: 'no good', field: 'data.x' }];
    const details = { name: 'judged', group: 'g', kind: 'k', uid: 'u', causes, retryAfterSeconds: 7 };
    hook.respond = () => refusing({ code: 409, reason: 'Conflict', message: 'm', details });
    const refused = await post(value);
    expectFailure(refused, 409, 'Conflict');
    expectField(refused, 'details', details);
    hook.respond = () => ({ warnings: ['first words', 'other words'] });
  }
}

/** Two webhooks, for the maps with their label: one whose failures are ignored. */
async function configure(c: CaseContext, hook: AdmissionWebhook, kind: string, short: string): Promise<void> {
  const apiVersion = c.vendor.fill('admissionregistration.{api}/v1');
  const configurations = c.clusterResource(apiVersion, `${kind.toLowerCase()}s`);
  const name = c.unique('answers');
  c.removeLater(configurations.item(name));
  const webhook = (policy: string) => ({
    name: `${short}-${policy.toLowerCase()}.conformance.example`,
    clientConfig: hook.clientConfig(`/${short}-${policy.toLowerCase()}`),
    rules: [{ operations: ['*'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }],
    objectSelector: { matchLabels: { hook: `${short}-${policy.toLowerCase()}` } },
    namespaceSelector: { matchLabels: { [c.vendor.fill('{label}/metadata.name')]: c.namespace } },
    failurePolicy: policy,
    sideEffects: 'None',
    admissionReviewVersions: ['v1'],
  });
  const webhooks = [webhook('Fail'), webhook('Ignore')];
  await createObject(c, configurations.collection, { apiVersion, kind, metadata: { name }, webhooks });
}
