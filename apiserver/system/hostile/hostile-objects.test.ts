// Objects of every kind with values that fit their fields and make no sense, written and read in every way: the service
// answers each with the Status that says why or takes it, and never finds a defect in itself.

import t from 'tap';
import { startServerProcess } from '../../../fixtures/process/server-process.ts';
import { Dice } from '../../../fixtures/history/dice.ts';
import { hostileOf, schemas } from '../../../fixtures/shared/random-objects.fixture.ts';
import { vendorOf } from '../../../shared/vendor/profile.ts';
import { attackerOf } from '../../../fixtures/apiserver/attacker.fixture.ts';
import { seedOfRun } from '../../../fixtures/shared/explore.fixture.ts';

interface Listed {
  readonly name: string;
  readonly group?: string;
  readonly version?: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
}

interface Found extends Listed {
  /** `/api/v1` and its like. */
  readonly base: string;
}

const vendor = vendorOf('orch');
const requests = 1500;
/** Requests at a time. */
const writers = 8;
/** Objects of one kind that are written again and again. */
const names = 20;

const server = await startServerProcess({ vendor: vendor.id });
const attacker = await attackerOf(server);
t.teardown(async () => {
  attacker.end();
  await server.remove();
});

async function everyResource(): Promise<readonly Found[]> {
  const { body } = await attacker.ask('GET', '/apis');
  const groups = body['groups'] as readonly { readonly versions: readonly { readonly groupVersion: string }[] }[];
  const bases = groups.flatMap(({ versions }) => versions.map(({ groupVersion }) => `/apis/${groupVersion}`));
  const lists = await Promise.all(
    ['/api/v1', ...bases].map(async (base) => {
      const { resources } = (await attacker.ask('GET', base)).body;
      return (resources as readonly Listed[]).map((resource) => ({ ...resource, base }));
    }),
  );
  // Those that connect to a node or pod need a peer.
  return lists.flat().filter(({ name }) => !/\/(?:proxy|log|exec|attach|portforward)$/.test(name));
}

/** Group and version of the kind, which a sub-resource may have from elsewhere. */
function versionOf({ base, group, version }: Found): readonly [string, string] {
  if (version !== undefined) return [group ?? '', version];
  const [own = '', of = 'v1'] = base === '/api/v1' ? [] : base.slice('/apis/'.length).split('/');
  return [own, of];
}

/** The request of this number, the same for the same seed. */
function requestOf(number: number, resources: readonly Found[]): readonly [string, string, object, string] | undefined {
  const dice = new Dice(seedOfRun() + number * 7919);
  const creates = dice.below(10) < 6;
  const resource = dice.of(resources.filter(({ verbs }) => verbs.includes(creates ? 'create' : 'update')));
  const [group, version] = versionOf(resource);
  const schema = schemas.kind(group, version, resource.kind);
  if (schema === undefined) return undefined;
  const apiVersion = group === '' ? version : `${group}/${version}`;
  const { metadata = {}, ...rest } = hostileOf(schema, dice);
  const name = `h${dice.below(names)}`;
  const kept = dice.below(2) === 0 ? {} : { ...(metadata as object), deletionTimestamp: undefined };
  const object = { ...rest, apiVersion, kind: resource.kind, metadata: { ...kept, name, namespace: undefined } };
  const [collection = '', sub = ''] = resource.name.split('/');
  const all = `${resource.base}${resource.namespaced ? '/namespaces/default' : ''}/${collection}`;
  const item = `${all}/${name}${sub === '' ? '' : `/${sub}`}`;
  const json = 'application/json';
  if (creates) return ['POST', `${sub === '' ? all : item}${dice.below(3) > 0 ? '?dryRun=All' : ''}`, object, json];
  if (dice.below(2) === 0) return ['PUT', item, object, json];
  return ['PATCH', item, object, `application/${dice.of(['merge', 'strategic-merge'])}-patch+json`];
}

t.test('no object of any kind, written in any way, is answered as a defect', async (t) => {
  const resources = await everyResource();
  const defects: string[] = [];
  let taken = 0;
  let next = 0;
  const writer = async (): Promise<void> => {
    for (let number = next++; number < requests; number = next++) {
      const request = requestOf(number, resources);
      if (request === undefined) continue;
      const [method, path, object, type] = request;
      const { status, text } = await attacker.ask(method, path, {
        body: JSON.stringify(object),
        headers: { 'content-type': type },
      });
      if (status < 300) taken += 1;
      if (status < 200 || status >= 500) defects.push(`${number}: ${method} ${path}: ${status} ${text}`);
    }
  };
  await Promise.all(Array.from({ length: writers }, writer));
  t.strictSame(defects, []);
  t.ok(taken > requests / 20, `${taken} were taken`);
  t.notMatch(server.stderr(), /by a defect/);
});

t.test('stored hostile objects are readable in every media type', async (t) => {
  const forms = ['application/yaml', 'application/json;as=Table;g=meta.{api};v=v1', 'application/vnd.{maker}.protobuf'];
  for (const { base, name, verbs } of await everyResource()) {
    if (!verbs.includes('list')) continue;
    for (const form of forms) {
      const answer = await attacker.ask('GET', `${base}/${name}`, { headers: { accept: vendor.fill(form) } });
      t.equal(answer.status, 200, `${base}/${name} as ${form}`);
    }
  }
});
