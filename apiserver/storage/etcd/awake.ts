// Keeps the process alive while somebody waits for etcd: neither the clock's timers nor a connection that is not there do,
// and a program that ends in the middle of its start tells nobody why.

/** The result of `work`. */
export async function awake<T>(work: Promise<T>): Promise<T> {
  const timer = setInterval(() => {}, 60_000);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}
