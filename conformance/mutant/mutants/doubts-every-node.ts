import { type Json, type Mutant, withJson } from '../contract/mutant.ts';

const doubtful = (condition: Json): Json =>
  condition['type'] === 'Ready' ? { ...condition, status: 'Unknown' } : condition;

export default {
  id: 'doubts-every-node',
  breaks: 'A node with a heartbeat of either kind stays Ready.',
  noticedBy: ['back-to-ready', 'either-heartbeat-counts', 'silence-makes-unknown'],
  start: () => ({
    answer: (answer, request) => {
      if (request.method !== 'GET' || !/\/api\/v1\/nodes\/[^/]+$/.test(request.path)) return answer;
      return withJson(answer, (node) => {
        const status = (node['status'] ?? {}) as Json;
        const conditions = (status['conditions'] ?? []) as readonly Json[];
        return { ...node, status: { ...status, conditions: conditions.map(doubtful) } };
      });
    },
  }),
} satisfies Mutant;
