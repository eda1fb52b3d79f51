import type { Case, CaseContext } from '../../contract/case.ts';
import { withBoundPolicy } from '../../fixtures/rule/bound-policy.ts';
import { expectField, expectTime } from '../../wire/expect/object.ts';
import { expectCreated, expectFailure, expectOk } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';

export default {
  id: 'default-classes',
  title: 'Admission MUST set the default class, the newest of several, on claims and ingresses without a class only.',
  requirements: ['ADM-010'],
  needs: ['namespace'],
  // The default class of this case would apply to every other case.
  alone: true,
  async run(c) {
    await storageClasses(c);
    await ingressClasses(c);
  },
} satisfies Case;

async function storageClasses(c: CaseContext): Promise<void> {
  const apiVersion = c.vendor.fill('storage.{api}/v1');
  const classes = c.clusterResource(apiVersion, 'storageclasses');
  const mark = c.vendor.fill('storageclass.{label}/is-default-class');
  const oldMark = c.vendor.fill('storageclass.beta.{label}/is-default-class');
  const oldField = c.vendor.fill('volume.beta.{label}/storage-class');
  const create = async (prefix: string, annotations: object): Promise<string> => {
    const name = c.unique(prefix);
    c.removeLater(classes.item(name));
    const manifest = {
      apiVersion,
      kind: 'StorageClass',
      metadata: { name, annotations },
      provisioner: 'x.example/none',
    };
    expectCreated(await c.wire.post(classes.collection, manifest));
    return name;
  };
  const claims = c.resource('v1', 'persistentvolumeclaims');
  const claim = (fields: object, annotations: object = {}) =>
    c.wire.post(`${claims.collection}?dryRun=All`, {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name: 'claim', annotations },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...fields },
    });
  const expectClass = async (expected: string | undefined, fields: object = {}, annotations: object = {}) => {
    const made = await claim(fields, annotations);
    expectCreated(made);
    expectField(made, 'spec.storageClassName', expected);
  };
  await create('unmarked', {});
  await create('denied', { [mark]: 'false' });
  await expectClass(undefined);
  const older = await create('a', { [oldMark]: 'true' });
  await c.eventually(() => expectClass(older));
  // Validation sees the class: it refuses a claim of another one.
  const resources = ['persistentvolumeclaims'];
  const rule = { operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources };
  const expression = `has(object.spec.storageClassName) && object.spec.storageClassName == '${older}'`;
  const policy = { matchConstraints: { resourceRules: [rule] }, validations: [{ expression }] };
  const binding = { validationActions: ['Deny'] };
  await withBoundPolicy(c, { kind: 'Validating', version: 'v1', policy, binding }, async () => {
    await c.eventually(async () => expectFailure(await claim({ storageClassName: 'named' }), 422, 'Invalid'));
    await expectClass(older);
  });
  await c.eventually(() => expectClass('named', { storageClassName: 'named' }));
  await expectClass('', { storageClassName: '' });
  await expectClass(undefined, {}, { [oldField]: 'named' });
  // Creation times have a resolution of one second.
  const made = expectTime(await c.wire.get(classes.item(older)), 'metadata.creationTimestamp');
  await c.eventually(async () => {
    const now = (await c.wire.get(classes.item(older))).header('date');
    expectThat('the time of the server', Date.parse(now ?? '') > made, 'a later second', now);
  });
  const newer = await create('z', { [mark]: 'true' });
  await c.eventually(() => expectClass(newer));
  const patch = { metadata: { annotations: { [mark]: 'false' } } };
  expectOk(await c.wire.patch(classes.item(newer), 'application/merge-patch+json', patch));
  await c.eventually(() => expectClass(older));
}

async function ingressClasses(c: CaseContext): Promise<void> {
  const apiVersion = c.vendor.fill('networking.{api}/v1');
  const classes = c.clusterResource(apiVersion, 'ingressclasses');
  const mark = c.vendor.fill('ingressclass.{label}/is-default-class');
  const oldField = c.vendor.fill('{label}/ingress.class');
  const name = c.unique('ingress');
  const ingresses = c.resource(apiVersion, 'ingresses');
  const expectClass = async (expected: string | undefined, fields: object = {}, annotations: object = {}) => {
    const made = await c.wire.post(`${ingresses.collection}?dryRun=All`, {
      apiVersion,
      kind: 'Ingress',
      metadata: { name: 'ingress', annotations },
      spec: { defaultBackend: { service: { name: 's', port: { number: 80 } } }, ...fields },
    });
    expectCreated(made);
    expectField(made, 'spec.ingressClassName', expected);
  };
  await expectClass(undefined);
  c.removeLater(classes.item(name));
  const metadata = { name, annotations: { [mark]: 'true' } };
  const spec = { controller: 'x.example/none' };
  expectCreated(await c.wire.post(classes.collection, { apiVersion, kind: 'IngressClass', metadata, spec }));
  await c.eventually(() => expectClass(name));
  await expectClass('named', { ingressClassName: 'named' });
  await expectClass(undefined, {}, { [oldField]: 'named' });
}
