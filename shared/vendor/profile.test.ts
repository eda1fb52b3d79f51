import t from 'tap';
import { vendorIds, vendorOf } from './profile.ts';

t.test('a template is filled with the names of the profile', async (t) => {
  const template =
    '{label}/hostname {short}-system coordination.{api} application/vnd.{maker}.protobuf {Maker} {MAKER}_X';
  t.equal(
    vendorOf('orch').fill(template),
    'orch.io/hostname orch-system coordination.orch.io application/vnd.orch.protobuf Orch ORCH_X',
  );
  t.equal(
    vendorOf('kubernetes').fill(template),
    'kubernetes.io/hostname kube-system coordination.k8s.io application/vnd.kubernetes.protobuf Kubernetes KUBERNETES_X',
  );
});

t.test('an unknown placeholder is a mistake of the program', async (t) => {
  t.throws(() => vendorOf('orch').fill('{lable}/x'), { name: 'TypeError', message: /\{lable\}/ });
});

t.test('a group name and an apiVersion come back as the template that made them', async (t) => {
  for (const id of vendorIds) {
    const vendor = vendorOf(id);
    for (const template of ['rbac.authorization.{api}', 'coordination.{api}/v1', 'apps/v1', 'v1', 'example.com/v1']) {
      t.equal(vendor.neutral(vendor.fill(template)), template, `${id}: ${template}`);
    }
  }
});

t.test('only the two profiles exist, and orch is the default', async (t) => {
  t.strictSame(vendorIds, ['orch', 'kubernetes']);
});
