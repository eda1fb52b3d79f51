import { type Json, type Mutant, withJson } from '../contract/mutant.ts';

export default {
  id: 'publishes-no-authority',
  breaks: 'The cluster information holds the certificate authority.',
  noticedBy: ['cluster-info'],
  start: () => ({
    answer: (answer, request) =>
      request.path.endsWith('/configmaps/cluster-info')
        ? withJson(answer, (map) => {
            const data = (map['data'] ?? {}) as Json;
            const kubeconfig = String(data['kubeconfig']).replace(/certificate-authority-data: .*/, '');
            return { ...map, data: { ...data, kubeconfig } };
          })
        : answer,
  }),
} satisfies Mutant;
