// Keeps the process alive during an await. The clock's timers, missing connections and unreferenced sockets do not, and a
// program that ends in the middle of its start would print no message.

/** The result of `work`. */
export async function awake<T>(work: Promise<T>): Promise<T> {
  const letGo = keepAwake();
  try {
    return await work;
  } finally {
    letGo();
  }
}

/** Keeps the process alive until the returned function is called. */
export function keepAwake(): () => void {
  const timer = setInterval(() => {}, 60_000);
  return () => clearInterval(timer);
}
