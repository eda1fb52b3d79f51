// The version that the agent reports.

/** The version of the node interface this agent speaks; servers compare it with their own. */
export const agentVersion = 'v1.34.0';
