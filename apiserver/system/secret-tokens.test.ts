// Secrets of service-account tokens, as a user of the whole server sees them.

import t from 'tap';
import { createClient } from '../../shared/client/index.ts';
import type { ApiObject } from '../../shared/object/api-object.ts';
import { vendorIds, vendorOf } from '../../shared/vendor/profile.ts';
import { startApiServer } from '../index.ts';
import type { ApiServer } from '../config/option/options.ts';

/** A connection file with a token in place of the administrator's certificate. */
function connectionFile({ url, caCertificate }: ApiServer, token: string): object {
  const authority = Buffer.from(caCertificate).toString('base64');
  return {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'c', cluster: { server: url, 'certificate-authority-data': authority } }],
    users: [{ name: 'u', user: { token } }],
    contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
    'current-context': 'x',
  };
}

const core = (resource: string) => ({ group: '', version: 'v1', resource });

for (const id of vendorIds) {
  t.test(`a secret for tokens is filled, and deleted with its account, with ${id} (AUTHN-041)`, async (t) => {
    const vendor = vendorOf(id);
    const server = await startApiServer({ vendor: id });
    t.teardown(() => server.stop());
    await using client = await createClient({ kubeconfig: server.kubeconfig });
    const secrets = client.resource(core('secrets')).in('default');
    const accounts = client.resource(core('serviceaccounts')).in('default');
    const label = (name: string): string => vendor.fill(`{label}/${name}`);
    const secretFor = (name: string, account: string, more: Readonly<Record<string, string>> = {}): ApiObject => ({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name, annotations: { [label('service-account.name')]: account, ...more } },
      type: label('service-account-token'),
    });
    const dataOf = (secret: ApiObject) => (secret['data'] ?? {}) as Readonly<Record<string, string>>;
    const filled = async (name: string): Promise<ApiObject> => {
      for (let turn = 0; ; turn += 1) {
        const secret = await secrets.get(name);
        if (dataOf(secret)['token'] !== undefined || turn > 600) return secret;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    };
    const gone = async (name: string): Promise<boolean> => {
      for (let turn = 0; turn < 600; turn += 1) {
        const list = await secrets.list();
        if (!list.items.some(({ metadata }) => metadata.name === name)) return true;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      return false;
    };

    const account = await accounts.create({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'robot' } });
    await secrets.create(secretFor('lasting', 'robot'));
    const made = await filled('lasting');
    t.equal(made.metadata.annotations?.[label('service-account.uid')], account.metadata.uid);
    const decoded = (name: string): string => Buffer.from(dataOf(made)[name] ?? '', 'base64').toString();
    t.equal(decoded('namespace'), 'default');
    t.equal(decoded('ca.crt'), server.caCertificate);

    const asRobot = await createClient({ kubeconfig: connectionFile(server, decoded('token')) });
    const group = vendor.fill('authentication.{api}');
    const review = await asRobot
      .resource({ group, version: 'v1', resource: 'selfsubjectreviews' })
      .create({ apiVersion: `${group}/v1`, kind: 'SelfSubjectReview', metadata: {} });
    await asRobot.close();
    const { userInfo } = review['status'] as { readonly userInfo: { readonly username: string } };
    t.equal(userInfo.username, 'system:serviceaccount:default:robot');

    // What is of another type or has other data keeps both.
    const plain = await secrets.create({ ...secretFor('plain', 'robot'), type: 'Opaque' });
    await secrets.create(secretFor('wrong', 'robot', { [label('service-account.uid')]: 'another' }));
    t.ok(await gone('wrong'), 'an account of the same name but another uid has none');
    await secrets.create(secretFor('nobody', 'missing'));
    t.ok(await gone('nobody'), 'an account that does not exist has none');
    t.strictSame(dataOf(await secrets.get('lasting')), dataOf(made), 'a token that is there stays');

    await accounts.delete('robot');
    t.ok(await gone('lasting'), 'the account takes its secrets along');
    t.equal((await secrets.get('plain')).metadata.resourceVersion, plain.metadata.resourceVersion);
  });
}
