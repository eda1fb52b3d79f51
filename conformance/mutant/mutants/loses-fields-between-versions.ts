import { type Mutant, withJson } from '../contract/mutant.ts';

export default {
  id: 'loses-fields-between-versions',
  breaks: 'An object that is read and written through another version comes back unchanged.',
  noticedBy: ['autoscaler-versions-lose-nothing'],
  start: () => ({
    answer: (answer, request) =>
      request.path.includes('/autoscaling/v1/') && request.method === 'GET'
        ? withJson(answer, (body) => {
            const { annotations: _lost, ...metadata } = (body['metadata'] ?? {}) as Record<string, unknown>;
            return { ...body, metadata };
          })
        : answer,
  }),
} satisfies Mutant;
