// Services: which addresses stay with an update, and how services are printed. Addresses and node ports come from
// `allocation/`.

import type { Vendor } from '../../../../shared/vendor/vendor.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import type { KindRecord } from '../../contract/kind.ts';
import type { Strategy, TablePrinter } from '../../contract/resource.ts';
import { forbiddenField, foundAgain, invalidValue } from '../../../../shared/object/field-error-message.ts';
import { labelsText } from '../../object/selector-text.ts';
import { atPath } from '../fields/selectable-fields.ts';
import { ageColumn, ageOf, column, nameColumn, orNone, wide } from '../printers/columns.ts';
import { publishedAddresses } from '../printers/published-addresses.ts';
import { addressWarnings } from '../rule/address-warnings.ts';
import { addressChangeErrors, addressErrors } from './service/service-addresses.ts';
import {
  alignAddresses,
  completeAddresses,
  defaultService,
  dropForeignFields,
  keepAddresses,
} from './service/service-defaults.ts';
import { knownValues } from '../../contract/tolerance.ts';
import { completeFamilies, familyChangeErrors } from './service/service-families.ts';
import { defaultServiceStatus, serviceStatusErrors } from './service/service-status.ts';
import { balancerClassErrors, validateService } from './service/service-validation.ts';
import { serviceWarnings } from './service/service-warnings.ts';
import { hasHealthPort, isLoadBalancer, type Service, type ServiceSpec } from './service/service.ts';

const sourceRangeTolerance = knownValues({ field: /^spec\.LoadBalancerSourceRanges\[/ }, (stored) =>
  ((stored as Service).spec?.loadBalancerSourceRanges ?? []).map((range) => range.trim()),
);

function serviceStrategy(vendor: Vendor): Strategy {
  const addresses = addressWarnings(vendor);
  return {
    warnings: (object) => serviceWarnings((object as Service).spec ?? {}, addresses),
    nameRule: 'label-1035',
    createOnUpdate: true,
    tolerances: [sourceRangeTolerance],
    deleteReturnsObject: true,
    applyDefaults(object) {
      const { spec } = object as Service;
      if (spec !== undefined) defaultService(spec);
      defaultServiceStatus(object);
    },
    prepareCreate(object) {
      const { spec } = object as Service;
      if (spec !== undefined) {
        completeAddresses(spec);
        completeFamilies(spec);
      }
      (object as Service).status = { loadBalancer: {} };
    },
    prepareUpdate(object, old) {
      const { spec } = object as Service;
      const before = (old as Service).spec;
      if (spec === undefined || before === undefined) return;
      alignAddresses(spec, before);
      keepAddresses(spec, before);
      // A single address beside a name outside of the cluster is not judged.
      if (spec.type !== 'ExternalName') completeAddresses(spec);
      completeFamilies(spec, before);
      dropForeignFields(spec, before);
      // What balanced its load is gone, or going.
      const { status } = object as Service;
      if (!isLoadBalancer(spec) && status !== undefined) (object as Service).status = { ...status, loadBalancer: {} };
    },
    validateCreate(object) {
      const { spec } = object as Service;
      const first = firstErrors(spec, undefined);
      return first.length > 0 ? first : validateService(spec);
    },
    validateUpdate(object, old) {
      const { spec } = object as Service;
      const before = (old as Service).spec;
      if (spec === undefined || before === undefined) return validateService(spec);
      const first = firstErrors(spec, before);
      if (first.length > 0) return first;
      const ofFamilies = familyChangeErrors(spec, before);
      if (ofFamilies.length > 0) return ofFamilies;
      const errors = [...addressChangeErrors(spec, before)];
      if (isLoadBalancer(spec) && isLoadBalancer(before) && spec.loadBalancerClass !== before.loadBalancerClass)
        errors.push(invalidValue('spec.loadBalancerClass', spec.loadBalancerClass, 'may not change once set'));
      if (hasHealthPort(spec) && hasHealthPort(before) && (before.healthCheckNodePort ?? 0) !== 0) {
        if (spec.healthCheckNodePort !== before.healthCheckNodePort)
          errors.push(forbiddenField('spec.healthCheckNodePort', 'field is immutable'));
      }
      // The class is judged with the change, and with the rest of the service.
      return [...errors, ...validateService(spec, before), ...foundAgain(balancerClassErrors(spec))];
    },
    validateStatusUpdate: (object, old) => serviceStatusErrors(object, old),
  };
}

/** Addresses are judged before the rest, for what they become depends on the cluster. */
function firstErrors(spec: ServiceSpec | undefined, before: ServiceSpec | undefined): readonly FieldError[] {
  if (spec === undefined || spec.type === 'ExternalName') return [];
  return addressErrors(spec, before?.clusterIPs).map((error) => ({ ...error, hides: 'spec' }));
}

const servicePrinter: TablePrinter = {
  columns: [
    nameColumn,
    column('Type', 'string', 'How the service is reached.'),
    column('Cluster-IP', 'string', 'Its address inside of the cluster.'),
    column('External-IP', 'string', 'Its addresses outside of the cluster.'),
    column('Port(s)', 'string', 'Its ports, with the ports of the nodes that lead to them.'),
    ageColumn,
    wide('Selector', 'string', 'Labels of the pods that answer.'),
  ],
  cells(object) {
    const service = object as Service;
    const { spec = {} } = service;
    const ports = (spec.ports ?? []).map(({ port, nodePort, protocol }) =>
      (nodePort ?? 0) > 0 ? `${port}:${nodePort}/${protocol}` : `${port}/${protocol}`,
    );
    return [
      object.metadata.name ?? '',
      spec.type ?? '',
      orNone(spec.clusterIP),
      externalAddress(service),
      orNone(ports.join(',')),
      ageOf(object),
      orNone(labelsText(spec.selector)),
    ];
  },
};

function externalAddress({ spec = {}, status }: Service): string {
  const named = Array.isArray(spec.externalIPs) ? spec.externalIPs.join(',') : '';
  if (spec.type === 'ExternalName') return spec.externalName ?? '';
  if (spec.type !== 'LoadBalancer') return orNone(named);
  const ingress = publishedAddresses(status?.loadBalancer?.ingress);
  if (ingress === '' && named === '') return '<pending>';
  return [ingress, named].filter((text) => text !== '').join(',');
}

export default {
  group: '',
  kind: 'Service',
  name: 'services',
  namespaced: true,
  versions: [{ version: 'v1' }],
  shortNames: ['svc'],
  categories: ['all'],
  subresources: [
    { name: 'proxy', kind: 'ServiceProxyOptions', verbs: ['create', 'delete', 'get', 'patch', 'update'] },
    'status',
  ],
  strategy: serviceStrategy,
  printer: servicePrinter,
  selectableFields: atPath('spec.clusterIP', 'spec.type'),
} satisfies KindRecord;
