// What a service must hold: addresses, ports and policies that fit its type.

import type { FieldError } from '../../../../../shared/object/field-error.ts';
import { addAll } from '../../../../../shared/object/add-all.ts';
import {
  duplicateValue,
  forbiddenField,
  invalidValue,
  notSupported,
  required,
} from '../../../../../shared/object/field-error-message.ts';
import {
  checkDns1123Label,
  checkDns1123Subdomain,
  checkPortName,
  checkQualifiedName,
} from '../../../../../shared/object/names.ts';
import { checkCidr, checkIp } from '../../../../../shared/schema/format.ts';
import { labelErrors } from '../../../object/metadata-validation.ts';
import { portNumberErrors } from '../pod/container-validation.ts';
import { ownAddressFault } from '../endpoint/address-rules.ts';
import { hasHealthPort, hasNodePorts, isExternallyAccessible, isLoadBalancer, type ServiceSpec } from './service.ts';

const mostAffinitySeconds = 86_400;
const onlyForLoadBalancers = "may only be used when `type` is 'LoadBalancer'";
const distributions = ['PreferClose', 'PreferSameZone', 'PreferSameNode'];

function externalAddressFaults(address: string): readonly string[] {
  const faults = checkIp(address);
  if (faults.length > 0) return faults;
  const fault = ownAddressFault(address);
  return fault === undefined ? [] : [fault];
}

/** Who may reach the service from outside, and by which way. */
function trafficErrors(spec: ServiceSpec): readonly FieldError[] {
  const { externalIPs = [], externalTrafficPolicy = '', healthCheckNodePort = 0, trafficDistribution } = spec;
  const errors: FieldError[] = [];
  for (const [index, address] of externalIPs.entries())
    addAll(
      errors,
      externalAddressFaults(address).map((fault) => invalidValue(`spec.externalIPs[${index}]`, address, fault)),
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
  const { allocateLoadBalancerNodePorts: allocate, loadBalancerSourceRanges = [] } = spec;
  const errors: FieldError[] = [];
  const ranges = 'spec.LoadBalancerSourceRanges';
  if (!isLoadBalancer(spec)) {
    if (loadBalancerSourceRanges.length > 0) errors.push(forbiddenField(ranges, onlyForLoadBalancers));
    if (allocate !== undefined) errors.push(forbiddenField('spec.allocateLoadBalancerNodePorts', onlyForLoadBalancers));
  }
  addAll(errors, balancerClassErrors(spec));
  for (const [index, range] of loadBalancerSourceRanges.entries())
    addAll(
      errors,
      checkCidr(range.trim()).map((fault) => invalidValue(`${ranges}[${index}]`, range.trim(), fault)),
    );
  return errors;
}

export function balancerClassErrors(spec: ServiceSpec): readonly FieldError[] {
  const { loadBalancerClass: name } = spec;
  const path = 'spec.loadBalancerClass';
  if (name === undefined) return [];
  if (!isLoadBalancer(spec)) return [forbiddenField(path, onlyForLoadBalancers)];
  return checkQualifiedName(name).map((fault) => invalidValue(path, name, fault));
}

/** What is wrong beside the addresses. `before`: what is stored, for an update. */
export function validateService(spec: ServiceSpec | undefined, before?: ServiceSpec): readonly FieldError[] {
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
    const foreign = {
      clusterIPs: spec.clusterIPs?.length,
      ipFamilies: spec.ipFamilies?.length,
      ipFamilyPolicy: spec.ipFamilyPolicy,
    };
    for (const [field, value] of Object.entries(foreign)) {
      if ((value ?? 0) !== 0) errors.push(forbiddenField(`spec.${field}`, 'may not be set for ExternalName services'));
    }
  } else if ((spec.ports?.length ?? 0) === 0 && !headless) {
    errors.push(required('spec.ports'));
  }
  if (headless && (spec.type === 'NodePort' || spec.type === 'LoadBalancer')) {
    errors.push(invalidValue('spec.clusterIPs[0]', 'None', `may not be set to 'None' for ${spec.type} services`));
  }
  for (const fault of servicePortErrors(spec, before === undefined)) errors.push(fault);
  for (const fault of trafficErrors(spec)) errors.push(fault);
  const timeout = spec.sessionAffinityConfig?.clientIP?.timeoutSeconds;
  if (timeout !== undefined && (timeout <= 0 || timeout > mostAffinitySeconds)) {
    const path = 'spec.sessionAffinityConfig.clientIP.timeoutSeconds';
    errors.push(invalidValue(path, timeout, `must be greater than 0 and less than ${mostAffinitySeconds}`));
  }
  return errors;
}

function servicePortErrors(spec: ServiceSpec, isNew: boolean): readonly FieldError[] {
  const errors: FieldError[] = [];
  const ports = spec.ports ?? [];
  const names = new Set<string>();
  const taken = new Set<string>();
  const nodePorts = new Set<string>();
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
    const { nodePort = 0 } = port;
    // Those of a new service that have the same number get the same.
    const open = nodePort !== 0 ? `${protocol}/${nodePort}` : isNew && hasNodePorts(spec) ? `${use} by itself` : '';
    if (nodePorts.has(open)) errors.push(duplicateValue(`${path}.nodePort`, nodePort));
    if (open !== '') nodePorts.add(open);
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
    // An unknown type is refused elsewhere.
    if ((port.nodePort ?? 0) !== 0 && ['ClusterIP', 'ExternalName'].includes(spec.type ?? '')) {
      errors.push(forbiddenField(`${path}.nodePort`, `may not be used when \`type\` is '${spec.type}'`));
    }
  }
  return errors;
}
