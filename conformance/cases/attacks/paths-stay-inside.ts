import { createObject, createPod } from '../../fixtures/created-objects.ts';
import { pod, secret } from '../../fixtures/manifests.ts';
import type { Case } from '../../contract/case.ts';
import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';

const hidden = 'conformance-hidden-value';

export default {
  id: 'paths-stay-inside',
  title: 'A path with `..`, encoded or not, MUST NOT give a caller access beyond its permissions.',
  requirements: ['AUTHZ-001'],
  needs: ['namespace', 'rbac'],
  async run(c) {
    const [pods, secrets] = [c.resource('v1', 'pods'), c.resource('v1', 'secrets')];
    await createPod(c, pod('p'));
    await createObject(c, secrets.collection, secret('s', { k: hidden }));
    const user = c.unique('user');
    await c.grant(user, {
      apiGroups: [''],
      resources: ['pods', 'pods/log', 'pods/status', 'pods/proxy'],
      verbs: ['*'],
    });
    await c.eventually(async () => expectOk(await c.as(user).get(pods.item('p'))));
    const own = pods.item('p');
    const encoded = Buffer.from(hidden).toString('base64');
    for (const path of [
      `${own}/../../secrets/s`,
      `${own}/status/../../../secrets/s`,
      `${own}/%2e%2e/%2e%2e/secrets/s`,
      `${own}/..%2f..%2fsecrets%2fs`,
      `${pods.collection}/..%2fsecrets%2fs`,
      `${pods.collection}/../secrets/s`,
      `${pods.collection}/./../secrets/s`,
      `${pods.collection}//../secrets/s`,
      `${pods.collection}/%2e%2e%2fsecrets/s`,
      `${pods.collection}/p%00/../../secrets/s`,
      `${own}/proxy/../../../secrets/s`,
      `${own}/proxy/%2e%2e/%2e%2e/%2e%2e/secrets/s`,
      `${pods.collection}/..;/secrets/s`,
      `/api/v1/pods/../secrets?fieldSelector=metadata.name%3Ds`,
      `/api/v1/namespaces/${c.namespace}%2fsecrets/s`,
      `/apis/../api/v1/namespaces/${c.namespace}/secrets/s`,
      `/livez/../api/v1/namespaces/${c.namespace}/secrets/s`,
      `/version/%2e%2e/api/v1/namespaces/${c.namespace}/secrets/s`,
    ]) {
      const answer = await c.as(user).get(path);
      const told = answer.text();
      const isHidden = !told.includes(encoded) && !told.includes(hidden);
      expectThat(`body of ${answer.title}`, isHidden, 'nothing of the secret', answer.status);
    }
    expectStatus(await c.as(user).get(secrets.item('s')), 403);
  },
} satisfies Case;
