package org.curtail.benchkit.inject;

import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

/**
 * Another thread holds a lock (a semaphore with one permit) that the request needs. Each request
 * has a lock of its own, so no other request waits.
 */
final class ContendedLock implements Injection {
  private final long lengthNanos;
  private final Queue<InjectionRecord> records;
  private final ExecutorService holders =
      Executors.newCachedThreadPool(Thread.ofPlatform().daemon().name("lock-holder-", 0).factory());

  ContendedLock(long lengthNanos, Queue<InjectionRecord> records) {
    this.lengthNanos = lengthNanos;
    this.records = records;
  }

  @Override
  public void begin(int request) throws InterruptedException {
    long fromNanos = System.nanoTime();
    var lock = new Semaphore(1);
    var held = new CountDownLatch(1);
    holders.execute(() -> hold(lock, held, request, fromNanos));
    held.await();
    lock.acquire();
  }

  private void hold(Semaphore lock, CountDownLatch held, int request, long fromNanos) {
    lock.acquireUninterruptibly();
    try {
      held.countDown();
      Sleep.until(System.nanoTime() + lengthNanos);
      records.add(InjectionRecord.whole(InjectionKind.LOCK, request, fromNanos, System.nanoTime()));
    } finally {
      lock.release();
    }
  }

  @Override
  public void close() {
    holders.shutdown();
  }
}
