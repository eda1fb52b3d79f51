import { createObject, createPod } from '../../fixtures/created-objects.ts';
import { configMap, pod } from '../../fixtures/manifests.ts';
import { expectList } from '../../wire/expect/list.ts';
import { expectArray, expectText, fieldOf } from '../../wire/expect/object.ts';
import { expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';

/** Fields that items of these resources have, and of no others. */
const own: Readonly<Record<string, readonly string[]>> = {
  data: ['configmaps', 'secrets'],
  type: ['secrets'],
  'spec.containers': ['pods'],
  'spec.clusterIP': ['services'],
  'status.nodeInfo': ['nodes'],
};

export default {
  id: 'resource-names-are-paths',
  title: 'The plural resource name in the path MUST lead to the collection of its kind, with items of that kind.',
  requirements: ['OBJ-004', 'OBJ-012', 'OBJ-014', 'OBJ-069', 'OBJ-079', 'VERB-013'],
  needs: ['namespace'],
  async run(c) {
    // Each of these has an item.
    await createObject(c, c.resource('v1', 'configmaps').collection, configMap('a', { k: '1' }));
    await createObject(c, c.resource('v1', 'secrets').collection, {
      ...configMap('a'),
      kind: 'Secret',
      data: { k: 'MQ==' },
    });
    await createPod(c, pod('a'));
    for (const [resource, kind] of [
      ['pods', 'PodList'],
      ['namespaces', 'NamespaceList'],
      ['services', 'ServiceList'],
      ['nodes', 'NodeList'],
      ['configmaps', 'ConfigMapList'],
      ['secrets', 'SecretList'],
    ] as const) {
      const list = await c.wire.get(`/api/v1/${resource}`);
      expectList(list, kind);
      for (const item of expectArray(list, 'items')) {
        for (const field of ['metadata.name', 'metadata.uid', 'metadata.creationTimestamp']) expectText(item, field);
        for (const [field, of] of Object.entries(own)) {
          const has = fieldOf(item, field) !== undefined;
          if (has)
            expectThat(`field ${field} of an item of ${kind}`, of.includes(resource), `in ${of.join()} only`, item);
        }
      }
    }
    for (const [groupVersion, resource, kind] of [
      ['coordination.{api}/v1', 'leases', 'LeaseList'],
      ['discovery.{api}/v1', 'endpointslices', 'EndpointSliceList'],
      ['certificates.{api}/v1', 'certificatesigningrequests', 'CertificateSigningRequestList'],
      ['storage.{api}/v1', 'volumeattachments', 'VolumeAttachmentList'],
    ] as const) {
      expectList(await c.wire.get(`/apis/${c.vendor.fill(groupVersion)}/${resource}`), kind);
    }
  },
} satisfies Case;
