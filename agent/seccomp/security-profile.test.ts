// Which profile a container runs under (requirements SECC), from the fields of pod and container.

import t from 'tap';
import { vendorOf } from '../../shared/vendor/profile.ts';
import { type SeccompField, seccompProfileOf } from './security-profile.ts';

const vendor = vendorOf('orch');
const none = { annotations: {}, profile: undefined };
const profileOf = (pod: SeccompField | undefined, own: SeccompField | undefined, byDefault = false) =>
  seccompProfileOf({ annotations: {}, profile: pod }, { name: 'c', profile: own }, vendor, byDefault);

t.test(
  'a container has its own profile, else that of its pod, else the default (SECC-007, SECC-008, SECC-021)',
  async (t) => {
    const local = { type: 'Localhost', localhostProfile: 'a/b.json' };
    t.strictSame(profileOf({ type: 'RuntimeDefault' }, local), { type: 'Localhost', name: 'a/b.json' });
    t.strictSame(profileOf({ type: 'RuntimeDefault' }, { type: 'Unconfined' }), { type: 'Unconfined' });
    t.strictSame(profileOf(local, undefined), { type: 'Localhost', name: 'a/b.json' });
    t.strictSame(profileOf(undefined, undefined), { type: 'Unconfined' });
    t.strictSame(profileOf(undefined, undefined, true), { type: 'RuntimeDefault' });
    t.strictSame(profileOf({ type: 'Unconfined' }, undefined, true), { type: 'Unconfined' });
  },
);

t.test('a field that names no profile is refused', async (t) => {
  t.throws(() => profileOf({ type: 'Localhost' }, undefined), { message: /localhostProfile must be set/ });
  t.throws(() => profileOf(undefined, { type: 'Localhost', localhostProfile: '' }), { name: 'SeccompRefused' });
  t.throws(() => profileOf(undefined, { type: 'Strict' }), { message: /"Strict" is none of/ });
});

t.test('annotations have no effect: a container whose only profile they are is refused', async (t) => {
  for (const id of ['orch', 'kubernetes'] as const) {
    const named = vendorOf(id);
    const pod = named.fill('seccomp.security.alpha.{label}/pod');
    const container = named.fill('container.seccomp.security.alpha.{label}/c');
    for (const key of [pod, container]) {
      const annotations = { [key]: 'runtime/default' };
      const run = (profile: SeccompField | undefined) =>
        seccompProfileOf({ ...none, annotations }, { name: 'c', profile }, named, true);
      t.throws(() => run(undefined), { message: new RegExp(`annotation ${key} has no effect`) });
      t.strictSame(run({ type: 'RuntimeDefault' }), { type: 'RuntimeDefault' }, 'a field beside it counts');
    }
    const other = { [named.fill('container.seccomp.security.alpha.{label}/other')]: 'unconfined' };
    t.strictSame(seccompProfileOf({ ...none, annotations: other }, { name: 'c', profile: undefined }, named, false), {
      type: 'Unconfined',
    });
  }
});
