// The real command line client, which is built of the field's own client library, in the binary representations.

import t from 'tap';
import { kubectl, kubectlMissing } from '../../../fixtures/apiserver/kubectl.fixture.ts';

/** Switches CBOR on in the client library. */
const cbor = { KUBE_FEATURE_ClientsAllowCBOR: 'true', KUBE_FEATURE_ClientsPreferCBOR: 'true' };

t.test(
  'the client reads lists and watches in CBOR, objects and errors in protobuf (MEDIA-026, MEDIA-030, MEDIA-059)',
  { skip: kubectlMissing, timeout: 290_000 },
  async (t) => {
    const { runWith, good, run } = await kubectl(t, ['--feature-gates=CBORServingAndStorage=true']);

    await t.test('protobuf: a body, its answer, and the error of the second one', async (t) => {
      const made = run('create', 'configmap', 'x', '--from-literal=a=ü', '-v=8');
      t.match(made.out, 'configmap/x created');
      t.match(made.err, /Content-Type: application\/vnd\..*protobuf/);
      t.match(run('create', 'configmap', 'x', '--from-literal=a=b').err, /configmaps "x" already exists/);
      t.equal(good('get', 'configmap', 'x', '-o', 'jsonpath={.data.a}'), 'ü');
    });

    await t.test('CBOR: a list, then a watch until the condition holds', async (t) => {
      const wait = ['wait', '--for=jsonpath={.data.a}=ü', 'configmap/x', '--timeout=100s', '-v=8'];
      const { code, out, err } = runWith({ env: cbor }, ...wait);
      t.equal(code, 0, 'the condition is seen');
      t.match(out, 'configmap/x condition met');
      if (!/Accept: .*application\/cbor/.test(err)) {
        t.pass('this client is too old to ask for CBOR');
        return;
      }
      t.match(err, /Content-Type: application\/cbor\n/);
      t.match(err, /Content-Type: application\/cbor-seq\n/);
      const missing = runWith({ env: cbor }, 'wait', '--for=delete', 'configmap/absent', '--timeout=100s');
      t.equal(missing.code, 0, 'what is absent counts as deleted');
    });
  },
);
