import type { Mutant } from '../mutant.ts';

export default {
  id: 'finds-everything',
  breaks: 'What does not exist is found.',
  noticedBy: [
    'type-without-subresources',
    'gone-admissionregistration-v1beta1',
    'gone-apiextensions-v1beta1',
    'gone-apiregistration-v1beta1',
    'gone-authentication-v1beta1',
    'gone-authorization-v1beta1',
    'gone-autoscaling-v2beta1',
    'gone-autoscaling-v2beta2',
    'gone-certificates-v1beta1',
    'gone-coordination-v1beta1',
    'gone-daemonsets',
    'gone-deployments',
    'gone-discovery-v1beta1',
    'gone-events-v1beta1',
    'gone-extensions-v1beta1-ingresses',
    'gone-extensions-v1beta1-networkpolicies',
    'gone-extensions-v1beta1-podsecuritypolicies',
    'gone-flowcontrol-apiserver-v1beta1',
    'gone-flowcontrol-apiserver-v1beta2',
    'gone-flowcontrol-apiserver-v1beta3',
    'gone-networking-v1beta1-ingressclasses',
    'gone-networking-v1beta1-ingresses',
    'gone-node-v1beta1',
    'gone-policy-v1beta1-podsecuritypolicies',
    'gone-rbac-authorization-v1beta1',
    'gone-replicasets',
    'gone-scheduling-v1beta1',
    'gone-storage-v1beta1-csidrivers',
    'gone-storage-v1beta1-csistoragecapacities',
    'head-answers-like-get',
    'missing-item',
  ],
  start() {
    return {
      answer: (answer) =>
        answer.status === 404
          ? { ...answer, status: 200, body: Buffer.from('{"kind":"Status","apiVersion":"v1","status":"Success"}') }
          : answer,
    };
  },
} satisfies Mutant;
