// Services: what follows from the type, which addresses stay with an update, and the rules for ports. The addresses and
// node ports themselves come from `allocation/`.

import { isIP } from 'node:net';
import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import type { Strategy } from '../../contract/resource.ts';
import {
  duplicateValue,
  forbiddenField,
  invalidValue,
  notSupported,
  required,
} from '../../../../shared/object/field-error-message.ts';
import {
  checkDns1123Label,
  checkDns1123Subdomain,
  checkPortName,
  checkQualifiedName,
} from '../../../../shared/object/names.ts';
import { checkCidr, checkIp } from '../../../../shared/schema/format.ts';
import { labelErrors } from '../../object/metadata-validation.ts';
import { portNumberErrors } from './pod/container-validation.ts';
import { addAll } from '../../../../shared/object/add-all.ts';

export interface ServicePort {
  name?: string;
  protocol?: string;
  port?: number;
  targetPort?: number | string;
  nodePort?: number;
  appProtocol?: string;
}

export interface ServiceSpec {
  type?: string;
  clusterIP?: string;
  clusterIPs?: string[];
  externalName?: string;
  externalIPs?: string[];
  healthCheckNodePort?: number;
  loadBalancerClass?: string;
  loadBalancerSourceRanges?: string[];
  trafficDistribution?: string;
  ports?: ServicePort[];
  selector?: Record<string, string>;
  ipFamilies?: string[];
  ipFamilyPolicy?: string;
  internalTrafficPolicy?: string;
  externalTrafficPolicy?: string;
  allocateLoadBalancerNodePorts?: boolean;
  sessionAffinity?: string;
  sessionAffinityConfig?: { clientIP?: { timeoutSeconds?: number } };
  [field: string]: unknown;
}

export interface Service extends ApiObject {
  spec?: ServiceSpec;
  status?: { loadBalancer?: { ingress?: { ip?: string; hostname?: string }[] }; [field: string]: unknown };
}

const affinitySeconds = 10_800;
const mostAffinitySeconds = 86_400;

/** Whether services of this type have an address of their own. */
export function hasClusterAddress(spec: ServiceSpec): boolean {
  return spec.type !== 'ExternalName' && spec.clusterIP !== 'None';
}

/** Whether the ports of the service are open on every node. */
export function hasNodePorts(spec: ServiceSpec): boolean {
  return spec.type === 'NodePort' || (spec.type === 'LoadBalancer' && spec.allocateLoadBalancerNodePorts !== false);
}

/** Whether load balancers ask each node whether it has pods of the service, on a port of its own. */
export function hasHealthPort(spec: ServiceSpec): boolean {
  return isLoadBalancer(spec) && spec.externalTrafficPolicy === 'Local';
}

function isExternallyAccessible({ type = 'ClusterIP', externalIPs = [] }: ServiceSpec): boolean {
  return type === 'NodePort' || type === 'LoadBalancer' || (type === 'ClusterIP' && externalIPs.length > 0);
}

export const serviceStrategy: Strategy = {
  nameRule: 'label-1035',
  createOnUpdate: true,
  deleteReturnsObject: true,
  applyDefaults(object) {
    const { spec } = object as Service;
    if (spec !== undefined) defaultService(spec);
  },
  prepareCreate(object) {
    (object as Service).status = { loadBalancer: {} };
  },
  prepareUpdate(object, old) {
    const { spec } = object as Service;
    const before = (old as Service).spec;
    if (spec === undefined || before === undefined) return;
    keepAddresses(spec, before);
    dropForeignFields(spec, before);
  },
  validateCreate: (object) => validateService((object as Service).spec),
  validateUpdate(object, old) {
    const { spec } = object as Service;
    const before = (old as Service).spec;
    const errors = [...validateService(spec)];
    const both =
      spec !== undefined && before !== undefined && spec.type !== 'ExternalName' && before.type !== 'ExternalName';
    if (both && (before.clusterIP ?? '') !== '' && spec.clusterIP !== before.clusterIP) {
      errors.push(invalidValue('spec.clusterIPs[0]', [spec.clusterIP], 'may not change once set'));
    }
    if (both && hasHealthPort(spec) && hasHealthPort(before) && (before.healthCheckNodePort ?? 0) !== 0) {
      if (spec.healthCheckNodePort !== before.healthCheckNodePort)
        errors.push(forbiddenField('spec.healthCheckNodePort', 'field is immutable'));
    }
    return errors;
  },
};

function defaultService(spec: ServiceSpec): void {
  const type = (spec.type ??= 'ClusterIP');
  for (const port of spec.ports ?? []) {
    if (port.targetPort === undefined || port.targetPort === 0 || port.targetPort === '') {
      if (port.port !== undefined) port.targetPort = port.port;
    }
  }
  if (spec.sessionAffinity === 'ClientIP') {
    spec.sessionAffinityConfig ??= {};
    spec.sessionAffinityConfig.clientIP ??= {};
    spec.sessionAffinityConfig.clientIP.timeoutSeconds ??= affinitySeconds;
  } else {
    delete spec.sessionAffinityConfig;
  }
  if (type === 'ExternalName') return;
  spec.internalTrafficPolicy ??= 'Cluster';
  spec.ipFamilies ??= ['IPv4'];
  spec.ipFamilyPolicy ??= 'SingleStack';
  if (isExternallyAccessible(spec)) spec.externalTrafficPolicy ??= 'Cluster';
  if (type === 'LoadBalancer') spec.allocateLoadBalancerNodePorts ??= true;
  if ((spec.clusterIP ?? '') !== '' && spec.clusterIPs === undefined) spec.clusterIPs = [spec.clusterIP ?? ''];
  if ((spec.clusterIP ?? '') === '' && spec.clusterIPs?.[0] !== undefined) spec.clusterIP = spec.clusterIPs[0];
}

/** A client that leaves out what was allocated keeps it. */
function keepAddresses(spec: ServiceSpec, before: ServiceSpec): void {
  if (hasClusterAddress(spec) && hasClusterAddress(before) && (spec.clusterIP ?? '') === '') {
    if (before.clusterIP !== undefined) spec.clusterIP = before.clusterIP;
    if (before.clusterIPs !== undefined) spec.clusterIPs = before.clusterIPs;
  }
  if (spec.type === 'ExternalName') {
    for (const field of ['clusterIP', 'clusterIPs', 'ipFamilies', 'ipFamilyPolicy', 'internalTrafficPolicy']) {
      delete spec[field];
    }
  }
  if (hasHealthPort(spec) && hasHealthPort(before) && (spec.healthCheckNodePort ?? 0) === 0) {
    if (before.healthCheckNodePort !== undefined) spec.healthCheckNodePort = before.healthCheckNodePort;
  }
  if (!hasNodePorts(spec)) {
    // Left over from the old type, unless the client asks for it by a new number.
    for (const port of spec.ports ?? []) {
      if (before.ports?.some((entry) => entry.nodePort === port.nodePort) === true) delete port.nodePort;
    }
    return;
  }
  for (const port of spec.ports ?? []) {
    if ((port.nodePort ?? 0) !== 0) continue;
    const same = before.ports?.find((entry) => entry.port === port.port && entry.protocol === port.protocol);
    if ((same?.nodePort ?? 0) !== 0 && same?.nodePort !== undefined) port.nodePort = same.nodePort;
  }
}

/** What the former type needed and the new one may not have goes with the type, unless the client changed it. */
function dropForeignFields(spec: ServiceSpec, before: ServiceSpec): void {
  const drop = (field: string, allowed: (spec: ServiceSpec) => boolean): void => {
    if (allowed(before) && !allowed(spec) && spec[field] === before[field]) delete spec[field];
  };
  drop('externalTrafficPolicy', isExternallyAccessible);
  drop('healthCheckNodePort', hasHealthPort);
  drop('allocateLoadBalancerNodePorts', isLoadBalancer);
  drop('loadBalancerClass', isLoadBalancer);
}

function isLoadBalancer({ type }: ServiceSpec): boolean {
  return type === 'LoadBalancer';
}

const onlyForLoadBalancers = "may only be used when `type` is 'LoadBalancer'";
const distributions = ['PreferClose', 'PreferSameZone', 'PreferSameNode'];

/** Who may reach the service from outside, and by which way. */
function trafficErrors(spec: ServiceSpec): readonly FieldError[] {
  const { externalIPs = [], externalTrafficPolicy = '', healthCheckNodePort = 0, trafficDistribution } = spec;
  const errors: FieldError[] = [];
  for (const [index, address] of externalIPs.entries())
    addAll(
      errors,
      checkIp(address).map((fault) => invalidValue(`spec.externalIPs[${index}]`, address, fault)),
    );
  if (externalTrafficPolicy !== '' && !isExternallyAccessible(spec)) {
    const detail = 'may only be set for externally-accessible services';
    errors.push(invalidValue('spec.externalTrafficPolicy', externalTrafficPolicy, detail));
  }
  if (healthCheckNodePort !== 0 && !hasHealthPort(spec)) {
    const detail = "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'";
    errors.push(invalidValue('spec.healthCheckNodePort', healthCheckNodePort, detail));
  } else if (healthCheckNodePort !== 0) {
    addAll(errors, portNumberErrors(healthCheckNodePort, 'spec.healthCheckNodePort'));
  }
  if (trafficDistribution !== undefined && !distributions.includes(trafficDistribution))
    errors.push(notSupported('spec.trafficDistribution', trafficDistribution, distributions));
  return [...errors, ...loadBalancerErrors(spec)];
}

function loadBalancerErrors(spec: ServiceSpec): readonly FieldError[] {
  const { allocateLoadBalancerNodePorts: allocate, loadBalancerClass: name, loadBalancerSourceRanges = [] } = spec;
  const errors: FieldError[] = [];
  const ranges = 'spec.LoadBalancerSourceRanges';
  if (!isLoadBalancer(spec)) {
    if (loadBalancerSourceRanges.length > 0) errors.push(forbiddenField(ranges, onlyForLoadBalancers));
    if (allocate !== undefined) errors.push(forbiddenField('spec.allocateLoadBalancerNodePorts', onlyForLoadBalancers));
    if (name !== undefined) errors.push(forbiddenField('spec.loadBalancerClass', onlyForLoadBalancers));
  } else if (name !== undefined) {
    addAll(
      errors,
      checkQualifiedName(name).map((fault) => invalidValue('spec.loadBalancerClass', name, fault)),
    );
  }
  for (const [index, range] of loadBalancerSourceRanges.entries())
    addAll(
      errors,
      checkCidr(range.trim()).map((fault) => invalidValue(`${ranges}[${index}]`, range, fault)),
    );
  return errors;
}

function validateService(spec: ServiceSpec | undefined): readonly FieldError[] {
  if (spec === undefined) return [required('spec')];
  const errors: FieldError[] = [...labelErrors(spec.selector, 'spec.selector')];
  const headless = spec.clusterIP === 'None';
  if (spec.type === 'ExternalName') {
    const name = spec.externalName ?? '';
    if (name === '') errors.push(required('spec.externalName'));
    else
      errors.push(
        ...checkDns1123Subdomain(name.replace(/\.$/, '')).map((fault) =>
          invalidValue('spec.externalName', name, fault),
        ),
      );
    if ((spec.clusterIP ?? '') !== '')
      errors.push(forbiddenField('spec.clusterIPs[0]', 'may not be set when `type` is ExternalName'));
  } else if ((spec.ports?.length ?? 0) === 0 && !headless) {
    errors.push(required('spec.ports'));
  }
  if (headless && (spec.type === 'NodePort' || spec.type === 'LoadBalancer')) {
    errors.push(invalidValue('spec.clusterIPs[0]', 'None', `may not be set to 'None' for ${spec.type} services`));
  }
  if (spec.type !== 'ExternalName') addAll(errors, addressErrors(spec));
  for (const fault of servicePortErrors(spec)) errors.push(fault);
  for (const fault of trafficErrors(spec)) errors.push(fault);
  const timeout = spec.sessionAffinityConfig?.clientIP?.timeoutSeconds;
  if (timeout !== undefined && (timeout <= 0 || timeout > mostAffinitySeconds)) {
    const path = 'spec.sessionAffinityConfig.clientIP.timeoutSeconds';
    errors.push(invalidValue(path, timeout, `must be greater than 0 and less than ${mostAffinitySeconds}`));
  }
  return errors;
}

function addressErrors({ clusterIP = '', clusterIPs = [] }: ServiceSpec): readonly FieldError[] {
  const path = 'spec.clusterIPs';
  if (clusterIP !== '' || clusterIPs.length === 0) return [];
  const detail = 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)';
  return [
    invalidValue(path, clusterIPs, 'must be empty when `clusterIP` is not specified'),
    ...clusterIPs.flatMap((address, index) =>
      isIP(address) === 0 ? [invalidValue(`${path}[${index}]`, address, detail)] : [],
    ),
  ];
}

function servicePortErrors(spec: ServiceSpec): readonly FieldError[] {
  const errors: FieldError[] = [];
  const ports = spec.ports ?? [];
  const names = new Set<string>();
  const taken = new Set<string>();
  for (const [index, port] of ports.entries()) {
    const path = `spec.ports[${index}]`;
    const name = port.name ?? '';
    if (name === '' && ports.length > 1) errors.push(required(`${path}.name`));
    if (name !== '') {
      addAll(
        errors,
        checkDns1123Label(name).map((fault) => invalidValue(`${path}.name`, name, fault)),
      );
      if (names.has(name)) errors.push(duplicateValue(`${path}.name`, name));
      names.add(name);
    }
    addAll(errors, portNumberErrors(port.port, `${path}.port`));
    const protocol = port.protocol ?? 'TCP';
    if (!['SCTP', 'TCP', 'UDP'].includes(protocol))
      errors.push(notSupported(`${path}.protocol`, protocol, ['SCTP', 'TCP', 'UDP']));
    const use = `${protocol}/${port.port}`;
    if (taken.has(use)) errors.push(duplicateValue(path, port));
    taken.add(use);
    if (typeof port.targetPort === 'string')
      errors.push(
        ...checkPortName(port.targetPort).map((fault) => invalidValue(`${path}.targetPort`, port.targetPort, fault)),
      );
    const { appProtocol } = port;
    if (appProtocol !== undefined)
      errors.push(
        ...checkQualifiedName(appProtocol).map((fault) => invalidValue(`${path}.appProtocol`, appProtocol, fault)),
      );
    if (typeof port.targetPort === 'number') addAll(errors, portNumberErrors(port.targetPort, `${path}.targetPort`));
    if ((port.nodePort ?? 0) !== 0 && !hasNodePorts(spec)) {
      errors.push(forbiddenField(`${path}.nodePort`, `may not be used when \`type\` is '${spec.type}'`));
    }
  }
  return errors;
}
