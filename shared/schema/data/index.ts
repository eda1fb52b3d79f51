// Every built-in group and version with its types. The order is of no importance.

import { admissionV1 } from './admission-v1.ts';
import { admissionregistrationV1 } from './admissionregistration-v1.ts';
import { admissionregistrationV1alpha1 } from './admissionregistration-v1alpha1.ts';
import { admissionregistrationV1beta1 } from './admissionregistration-v1beta1.ts';
import { apidiscoveryV2 } from './apidiscovery-v2.ts';
import { apiextensionsV1 } from './apiextensions-v1.ts';
import { apiregistrationV1 } from './apiregistration-v1.ts';
import { apiserverConfigV1 } from './apiserver-config-v1.ts';
import { appsV1 } from './apps-v1.ts';
import { auditV1 } from './audit-v1.ts';
import { authenticationV1 } from './authentication-v1.ts';
import { authenticationV1beta1 } from './authentication-v1beta1.ts';
import { authorizationV1 } from './authorization-v1.ts';
import { authorizationV1beta1 } from './authorization-v1beta1.ts';
import { autoscalingV1 } from './autoscaling-v1.ts';
import { autoscalingV2 } from './autoscaling-v2.ts';
import { batchV1 } from './batch-v1.ts';
import { certificatesV1 } from './certificates-v1.ts';
import { clientAuthenticationV1 } from './client-authentication-v1.ts';
import { clientAuthenticationV1beta1 } from './client-authentication-v1beta1.ts';
import { coordinationV1 } from './coordination-v1.ts';
import { coreV1 } from './core-v1.ts';
import { discoveryV1 } from './discovery-v1.ts';
import { eventsV1 } from './events-v1.ts';
import { flowcontrolApiserverV1 } from './flowcontrol-apiserver-v1.ts';
import { metaV1 } from './meta-v1.ts';
import { networkingV1 } from './networking-v1.ts';
import { networkingV1beta1 } from './networking-v1beta1.ts';
import { nodeV1 } from './node-v1.ts';
import { podSecurityAdmissionConfigV1 } from './pod-security-admission-config-v1.ts';
import { policyV1 } from './policy-v1.ts';
import { policyV1beta1 } from './policy-v1beta1.ts';
import { rbacAuthorizationV1 } from './rbac-authorization-v1.ts';
import { resourceV1 } from './resource-v1.ts';
import { runtime } from './runtime.ts';
import { schedulingV1 } from './scheduling-v1.ts';
import { storageV1 } from './storage-v1.ts';
import { storageV1alpha1 } from './storage-v1alpha1.ts';
import { storageV1beta1 } from './storage-v1beta1.ts';
import { version } from './version.ts';

/** Notation text by `<group>/<version>` with the group as a template; `core` is the group without a name. */
export const declarations: Readonly<Record<string, string>> = {
  'admission.{api}/v1': admissionV1,
  'admissionregistration.{api}/v1': admissionregistrationV1,
  'admissionregistration.{api}/v1alpha1': admissionregistrationV1alpha1,
  'admissionregistration.{api}/v1beta1': admissionregistrationV1beta1,
  'apidiscovery.{api}/v2': apidiscoveryV2,
  'apiextensions.{api}/v1': apiextensionsV1,
  'apiregistration.{api}/v1': apiregistrationV1,
  'apiserver.config.{api}/v1': apiserverConfigV1,
  'apps/v1': appsV1,
  'audit.{api}/v1': auditV1,
  'authentication.{api}/v1': authenticationV1,
  'authentication.{api}/v1beta1': authenticationV1beta1,
  'authorization.{api}/v1': authorizationV1,
  'authorization.{api}/v1beta1': authorizationV1beta1,
  'autoscaling/v1': autoscalingV1,
  'autoscaling/v2': autoscalingV2,
  'batch/v1': batchV1,
  'certificates.{api}/v1': certificatesV1,
  'client.authentication.{api}/v1': clientAuthenticationV1,
  'client.authentication.{api}/v1beta1': clientAuthenticationV1beta1,
  'coordination.{api}/v1': coordinationV1,
  'core/v1': coreV1,
  'discovery.{api}/v1': discoveryV1,
  'events.{api}/v1': eventsV1,
  'flowcontrol.apiserver.{api}/v1': flowcontrolApiserverV1,
  'meta/v1': metaV1,
  'networking.{api}/v1': networkingV1,
  'networking.{api}/v1beta1': networkingV1beta1,
  'node.{api}/v1': nodeV1,
  'pod-security.admission.config.{api}/v1': podSecurityAdmissionConfigV1,
  'policy/v1': policyV1,
  'policy/v1beta1': policyV1beta1,
  'rbac.authorization.{api}/v1': rbacAuthorizationV1,
  'resource.{api}/v1': resourceV1,
  runtime,
  'scheduling.{api}/v1': schedulingV1,
  'storage.{api}/v1': storageV1,
  'storage.{api}/v1alpha1': storageV1alpha1,
  'storage.{api}/v1beta1': storageV1beta1,
  version,
};
