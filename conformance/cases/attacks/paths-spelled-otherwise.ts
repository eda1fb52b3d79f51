import { createObject, createPod } from '../../fixtures/created-objects.ts';
import { pod, secret } from '../../fixtures/manifests.ts';
import type { Case } from '../../contract/case.ts';
import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';

const hidden = 'conformance-hidden-value';

export default {
  id: 'paths-spelled-otherwise',
  title: 'A path in another spelling MUST NOT be authorized as one resource and served as another.',
  requirements: ['AUTHZ-001'],
  needs: ['namespace', 'rbac'],
  async run(c) {
    const [pods, secrets] = [c.resource('v1', 'pods'), c.resource('v1', 'secrets')];
    await createPod(c, pod('p'));
    await createObject(c, secrets.collection, secret('s', { k: hidden }));
    const user = c.unique('user');
    await c.grant(user, { apiGroups: [''], resources: ['pods', 'pods/*'], verbs: ['*'] });
    await c.eventually(async () => expectOk(await c.as(user).get(pods.item('p'))));
    const encoded = Buffer.from(hidden).toString('base64');
    const space = `/api/v1/namespaces/${c.namespace}`;
    const inSpace = `/namespaces/${c.namespace}/secrets`;
    const end = 'timeoutSeconds=1';
    for (const path of [
      `${space}//secrets/s`,
      `${space}/secrets//s`,
      `${space}/secrets/s/`,
      `${space}/secrets/s//`,
      `/api//v1${inSpace}/s`,
      `//api/v1${inSpace}/s`,
      `/apis//v1${inSpace}/s`,
      `/apis//v1${inSpace}`,
      `/apis/v1${inSpace}/s`,
      `/api/core/v1${inSpace}/s`,
      `/API/v1${inSpace}/s`,
      `/api/V1${inSpace}/s`,
      `${space}/Secrets/s`,
      `${space}/secret%73/s`,
      `${space}/secrets/%73`,
      `${space}/pods;secrets/s`,
      `${space}/pods/p/secrets/s`,
      `${space}/pods/secrets/s`,
      `/api/v1/watch${inSpace}?${end}`,
      `/api/v1/watch${inSpace}/s?${end}`,
      `/api/v1/Watch${inSpace}?${end}`,
      `/api/v1/watch/watch${inSpace}?${end}`,
      `/api/v1/watch${inSpace}?watch=false&${end}`,
      `/api/v1/proxy${inSpace}/s`,
      `/api/v1/secrets?watch=true&${end}`,
      `${space}/secrets?fieldSelector=metadata.name%3Dp&resource=pods`,
      `${space}/pods?resource=secrets&name=s`,
      `${space}/pods/../secrets?fieldSelector=metadata.name%3Ds`,
    ]) {
      const answer = await c.as(user).get(path);
      const told = answer.text();
      const isHidden = !told.includes(encoded) && !told.includes(hidden);
      expectThat(`body of ${answer.title}`, isHidden, 'nothing of the secret', answer.status);
    }
    // Metrics are no resource, and this caller may read none.
    for (const path of [
      '/metrics',
      '//metrics',
      '/metrics/',
      '/livez/../metrics',
      '/livez//metrics',
      '/livez/%2e%2e/metrics',
      '/%6detrics',
      '/Metrics',
    ]) {
      const answer = await c.as(user).get(path);
      expectThat(`body of ${answer.title}`, !answer.text().includes('# HELP'), 'no metrics', answer.status);
    }
    expectStatus(await c.as(user).get(secrets.item('s')), 403);
  },
} satisfies Case;
