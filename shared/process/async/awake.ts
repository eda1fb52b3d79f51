// Keeps the process alive while something is waited for: neither the clock's timers do, nor a connection that is not there, nor
// one that was told not to; and a program that ends in the middle of its start leaves no message.

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
