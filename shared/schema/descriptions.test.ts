// Every published type and field has a description, and no description names a type or field that does not exist.

import t from 'tap';
import { vendorIds, vendorOf } from '../vendor/profile.ts';
import { loadSchemas } from './builtin.ts';
import { loadDescriptions } from './descriptions.ts';
import { descriptionTexts } from './descriptions/index.ts';
import type { Schema, StructSchema } from './schema.ts';

/** Kinds of configuration files, options and responses, which need no description. */
const notExplained = /^(admission|apidiscovery|apiserver\.config|audit|client\.authentication|runtime|version)[./]/;

/** What the service answers beside objects. */
const responses = ['APIGroupList', 'APIResourceList', 'APIVersions', 'ListMeta', 'Patch', 'Status', 'WatchEvent']
  .map((type) => `meta/v1.${type}`)
  .concat('version.Info');

/** The struct and all it is made of. */
function collect(schema: Schema, found: Map<string, StructSchema>): void {
  if (schema.type === 'list') collect(schema.items, found);
  else if (schema.type === 'map') collect(schema.values, found);
  else if (schema.type === 'struct' && !found.has(schema.name)) {
    found.set(schema.name, schema);
    for (const field of schema.fields.values()) collect(field.schema, found);
  }
}

for (const id of vendorIds) {
  const vendor = vendorOf(id);
  const schemas = loadSchemas(vendor);
  const descriptions = loadDescriptions(vendor);
  const published = new Map<string, StructSchema>();
  for (const { group, version, kind } of schemas.kinds()) {
    const schema = schemas.kind(group, version, kind);
    const metadata = schema?.fields.get('metadata')?.schema;
    // Objects, not their lists.
    if (schema === undefined || notExplained.test(schema.name) || metadata?.type !== 'struct') continue;
    if (metadata.name === 'meta/v1.ObjectMeta') collect(schema, published);
  }
  for (const name of responses) collect(schemas.type(name) as StructSchema, published);

  t.test(`${id}: every kind of object, and every type that one is made of, says what it is for`, async (t) => {
    t.ok(published.size > 400, `${published.size} types are published`);
    const silent = [...published.keys()].filter((name) => (descriptions.ofType(name) ?? '') === '');
    t.strictSame(silent, []);
  });

  t.test(`${id}: every field says what it means`, async (t) => {
    const silent = [...published].flatMap(([name, { fields }]) =>
      [...fields.keys()]
        .filter((field) => (descriptions.ofField(name, field) ?? '') === '')
        .map((field) => `${name} ${field}`),
    );
    t.strictSame(silent, []);
  });

  t.test(`${id}: no text speaks of a type or a field that is not there`, async (t) => {
    const types = new Map<string, Set<string>>();
    for (const [name, { fields }] of published) {
      const key = name.replace(/(\/[^.]+)?\.(?=[^.]+$)/, ' ');
      types.set(key, new Set([...(types.get(key) ?? []), ...fields.keys()]));
    }
    const scalars = ['Time', 'MicroTime', 'Quantity', 'IntOrString', 'RawExtension', 'FieldsV1'];
    const anything = /^JSON(|SchemaPropsOr(Array|Bool|StringArray))$/;
    const stray: string[] = [];
    for (const [group, texts] of Object.entries(descriptionTexts)) {
      let type = '';
      for (const line of texts
        .map((text) => vendor.fill(text))
        .join('')
        .split('\n')) {
        const name = line.trim().split(' ')[0] ?? '';
        if (line !== '' && !line.startsWith(' ')) type = name;
        if (name === '' || group === '*' || (group === 'meta' && scalars.includes(type))) continue;
        if (group.startsWith('apiextensions.') && anything.test(type)) continue;
        const fields = types.get(`${group} ${type}`);
        if (fields === undefined || (name !== type && !fields.has(name))) stray.push(`${group} ${type} ${name}`);
      }
    }
    t.strictSame(stray, []);
  });
}

t.test('texts are short, end as sentences do, and are under the vendor’s names', async (t) => {
  const orch = loadDescriptions(vendorOf('orch'));
  t.match(orch.ofType('batch/v1.CronJob'), /schedule/);
  t.match(orch.ofField('batch/v1.CronJobSpec', 'concurrencyPolicy'), /Default Allow/);
  t.match(
    orch.ofField('certificates.{api}/v1.CertificateSigningRequestSpec', 'signerName'),
    /orch\b.*\/orch-apiserver/,
  );
  t.equal(orch.ofField('core/v1.EphemeralContainer', 'image'), orch.ofField('core/v1.Container', 'image'));
  t.equal(orch.ofField('core/v1.Pod', 'toString'), undefined);
  t.equal(orch.ofType('constructor/v1.Pod'), undefined);
  const texts = Object.values(descriptionTexts).flat().join('').split('\n').filter(Boolean);
  t.strictSame(
    texts.filter((line) => line.length > 260 || !(/[.]$/.test(line) || line === '*')),
    [],
  );
});
