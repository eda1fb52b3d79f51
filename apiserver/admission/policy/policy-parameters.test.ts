// Who writes a policy, or a binding of one, must be allowed to read the parameters that the server then reads for it.

import t from 'tap';
import { admit, testUser, testWrite } from '../../../fixtures/apiserver/admission-write.fixture.ts';
import { FixedLister } from '../../../fixtures/apiserver/fixed-lister.fixture.ts';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import { vendorIds, vendorOf } from '../../../shared/vendor/profile.ts';
import type { VendorId } from '../../../shared/vendor/vendor.ts';
import type { Attributes } from '../../authorization/contract/authorizer.ts';
import { unknownParamKind } from './params.ts';
import { policyParameters } from './policy-parameters.ts';

const secrets = { apiVersion: 'v1', kind: 'Secret' };
const policy = (spec: object, name = 'p'): ApiObject => ({ apiVersion: 'x/v1', kind: 'X', metadata: { name }, spec });

/** `allowed`: what the writer may read, as `verb group/resource namespace/name`. What was asked is kept. */
function world(id: VendorId, allowed: readonly string[] = []) {
  const vendor = vendorOf(id);
  const asked: string[] = [];
  const plugin = policyParameters({
    vendor,
    authorizer: {
      name: 'test',
      rulesFor: () => Promise.resolve({ rules: [], incomplete: false }),
      authorize(attributes: Attributes) {
        const { verb, group, resource, namespace, name } = attributes as Extract<Attributes, { kind: 'resource' }>;
        const question = `${verb} ${group}/${resource} ${namespace}/${name}`;
        asked.push(question);
        return allowed.includes(question)
          ? { outcome: 'allow' as const, reason: '' }
          : { outcome: 'no-opinion' as const, reason: '' };
      },
    },
    resourceOf: (group, version, kind) =>
      group === '' && version === 'v1' && kind === 'Secret' ? { resource: 'secrets', namespaced: true } : undefined,
    listers: {
      validatingPolicies: new FixedLister([policy({ paramKind: secrets }), policy({}, 'plain')]),
      mutatingPolicies: new FixedLister([policy({ paramKind: secrets })]),
    },
  });
  const write = async (resource: string, spec: object, before?: object, user = testUser('alice')) => {
    const refused = await admit(
      plugin,
      testWrite(before === undefined ? 'CREATE' : 'UPDATE', resource, {
        group: vendor.fill('admissionregistration.{api}'),
        user,
        object: policy(spec),
        ...(before === undefined ? {} : { oldObject: policy(before) }),
      }),
    );
    return refused?.status.details?.causes?.map(({ field }) => field) ?? [];
  };
  return { write, asked };
}

for (const id of vendorIds) {
  t.test(`${id}: a policy needs the right to get every object of its kind of parameters (ADM-018)`, async (t) => {
    for (const resource of ['validatingadmissionpolicies', 'mutatingadmissionpolicies']) {
      const refusing = world(id);
      t.strictSame(await refusing.write(resource, { paramKind: secrets }), ['spec.paramKind']);
      t.strictSame(await refusing.write(resource, {}), [], 'a policy without parameters needs none');
      t.strictSame(await refusing.write(resource, { paramKind: secrets }, { paramKind: secrets }), []);
      t.strictSame(
        await refusing.write(resource, { paramKind: secrets }, { paramKind: { apiVersion: 'v1', kind: 'Pod' } }),
        ['spec.paramKind'],
        'another kind does',
      );
      t.strictSame(
        await refusing.write(resource, { paramKind: secrets }, undefined, testUser('root', 'system:masters')),
        [],
      );
      t.strictSame(await refusing.write(resource, { paramKind: { apiVersion: 'a/b/c', kind: 'X' } }), [
        'spec.paramKind',
      ]);
      t.strictSame(refusing.asked, ['get /secrets */*', 'get /secrets */*', 'get */* */*']);
      t.strictSame(await world(id, ['get /secrets */*']).write(resource, { paramKind: secrets }), []);
    }
  });

  t.test(`${id}: a binding needs the right to read the objects that it names (ADM-018)`, async (t) => {
    for (const resource of ['validatingadmissionpolicybindings', 'mutatingadmissionpolicybindings']) {
      const named = { policyName: 'p', paramRef: { name: 's', namespace: 'n' } };
      const refusing = world(id);
      t.strictSame(await refusing.write(resource, named), ['spec.paramRef']);
      t.strictSame(await refusing.write(resource, { policyName: 'p' }), []);
      t.strictSame(await refusing.write(resource, named, named), []);
      t.strictSame(await refusing.write(resource, named, { ...named, policyName: 'q' }), ['spec.paramRef']);
      t.strictSame(await refusing.write(resource, { policyName: 'p', paramRef: { selector: {} } }), ['spec.paramRef']);
      t.strictSame(await refusing.write(resource, { ...named, policyName: 'absent' }), ['spec.paramRef']);
      t.strictSame(refusing.asked, ['get /secrets n/s', 'get /secrets n/s', 'list /secrets /', 'get */* n/s']);
      t.strictSame(await world(id, ['get /secrets n/s']).write(resource, named), []);
    }
  });
}

t.test('kinds of parameters that are not served are named with their group', async (t) => {
  const named = (apiVersion: string) => /'(.*)'/.exec(unknownParamKind({ apiVersion, kind: 'K' }))?.[1];
  t.equal(named('v7'), '/v7, Kind=K');
  t.equal(named('a.example/v1'), 'a.example/v1, Kind=K');
});
