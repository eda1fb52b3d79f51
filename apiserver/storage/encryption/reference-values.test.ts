import t from 'tap';
import { encryptionSet } from '../../../fixtures/apiserver/encryption.fixture.ts';
import { vendorOf } from '../../../shared/vendor/profile.ts';

// Values as the reference server, version 1.34.2, wrote them to etcd, with the keys it was given and where they were.

const vendor = vendorOf('kubernetes');

const written = [
  {
    provider: 'aescbc: {keys: [{name: key1, secret: MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=}]}',
    resource: 'secrets',
    place: '/registry/secrets/default/b',
    value:
      'azhzOmVuYzphZXNjYmM6djE6a2V5MTpen+9upKarjaxRrbL4MgodGaxY4Sb/65NDaFDgR7INcAZ1Vw4iKZQiic8W06tJU0yN' +
      'sK6mpOBAi5RFwefqd/cCKnPvUJIrzsQxl6A2ShFhrtOAc9ML4kIabR3Zrrhyu8DwBQQylmKHFMtRXFbk5fOPEFoCraS774wO' +
      'nAZZwQl2FGaIv3tkv2VD8tbzeHEMfhjoYOr6G7HGQry2KrWNRjw+pDXlSa4WaQuIIBokRVkKXuLeLc0OqaI1BWAA2uJ2ChEQ' +
      '/4B1iTdWM/0W3OGy6O7XTtSlQpBiag6liTpsss8D2iVZ4WfReiXPuE8rPh6O69g=',
    holds: 'secret-canary',
  },
  {
    provider: 'aesgcm: {keys: [{name: gcmkey, secret: MDEyMzQ1Njc4OWFiY2RlZg==}]}',
    resource: 'configmaps',
    place: '/registry/configmaps/default/a',
    value:
      'azhzOmVuYzphZXNnY206djE6Z2Nta2V5Or/JEoP/7vWnm6McLgODPIH8BmScFDasv04EwQ9wdJjXYD7iL5NaQJ4Co9+CbZam' +
      '+heQ3XGDRZFKb9rZam2Y46U8VfMUryaRA9CHie/oRl5VgP+NukzjTFsx1TtyfDobdnO8yIeX0ZX0+IY8Kr9HdqACvIYT1wZ5' +
      'DgIb4h3uB+1u+GerZ7dB3b4bzWKytYVYAE0HNDgil3FQ6rBCxUIq/NZpW24jJESrvxqZFgDditFw6/ApK0+manfgGDXkxQ4o' +
      '3nuj6E3swL13QIauQQR6wj+5eIyyOEMk',
    holds: 'canary',
  },
  {
    provider: 'secretbox: {keys: [{name: box, secret: ZmVkY2JhOTg3NjU0MzIxMGZlZGNiYTk4NzY1NDMyMTA=}]}',
    resource: 'serviceaccounts',
    place: '/registry/serviceaccounts/default/a',
    value:
      'azhzOmVuYzpzZWNyZXRib3g6djE6Ym94OnXTXRHU5aMKpyNKX0YqcJRUplvJq29VBctn2Rp6g/D7ahSO2lL1Ojomc4wYLtv2' +
      'jxHr1klJtKKo88pmPR69ufhQ9bCxEkFX8OpUsWRB0IUIBKVnMVljxHukpa8gsbpvOj/T94sHpfNYgWBXhgQsTs2OpU6rCzur' +
      'e51NOmkTye3J8+wBhzqbJhRNFtFeBuI=',
    holds: 'default',
  },
];

function text(resource: string, provider: string): string {
  return `{kind: EncryptionConfiguration, apiVersion: ${vendor.fill('apiserver.config.{api}/v1')}, resources: [{resources: [${resource}], providers: [{${provider}}]}]}`;
}

for (const { provider, resource, place, value, holds } of written) {
  const method = provider.slice(0, provider.indexOf(':'));
  t.test(
    `values that the reference server encrypted with ${method} are readable, and written in its format`,
    async (t) => {
      const stored = Buffer.from(value, 'base64');
      const set = encryptionSet(text(resource, provider), { vendor: 'kubernetes' });
      const transformer = set.transformerOf({ group: '', resource });
      const plain = await transformer.fromStorage(stored, place);
      t.equal(plain.stale, false);
      t.ok(plain.value.includes(holds));
      t.equal(plain.value.toString('latin1', 0, 4), vendor.fill('{stored}\0'), 'the protobuf of the reference server');
      const again = transformer.toStorage(plain.value, place);
      const lead = stored.indexOf(':', stored.indexOf(':v1:') + 4) + 1;
      t.strictSame(again.subarray(0, lead), stored.subarray(0, lead));
      t.equal(again.length, stored.length);
      const other = encryptionSet(text(resource, provider), { vendor: 'kubernetes' });
      t.strictSame(await other.transformerOf({ group: '', resource }).fromStorage(again, place), plain);
    },
  );
}
