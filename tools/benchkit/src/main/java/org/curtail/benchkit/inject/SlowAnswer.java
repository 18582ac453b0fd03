package org.curtail.benchkit.inject;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.util.Queue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The request waits for an answer that another thread writes later, as from another service. */
final class SlowAnswer implements Injection {
  private final long lengthNanos;
  private final Queue<InjectionRecord> records;
  private final ExecutorService services =
      Executors.newCachedThreadPool(Thread.ofPlatform().daemon().name("slow-answer-", 0).factory());

  SlowAnswer(long lengthNanos, Queue<InjectionRecord> records) {
    this.lengthNanos = lengthNanos;
    this.records = records;
  }

  @Override
  public void begin(int request) throws IOException {
    long fromNanos = System.nanoTime();
    Pipe pipe = Pipe.open();
    try (Pipe.SourceChannel source = pipe.source()) {
      services.execute(() -> answer(pipe, request, fromNanos));
      if (source.read(ByteBuffer.allocate(1)) != 1) {
        throw new IOException("the answer is missing");
      }
    }
  }

  private void answer(Pipe pipe, int request, long fromNanos) {
    Sleep.until(fromNanos + lengthNanos);
    try (Pipe.SinkChannel sink = pipe.sink()) {
      records.add(InjectionRecord.whole(InjectionKind.IO, request, fromNanos, System.nanoTime()));
      sink.write(ByteBuffer.allocate(1));
    } catch (IOException e) {
      // The request then fails with an empty answer.
      System.getLogger("org.curtail").log(System.Logger.Level.DEBUG, "no answer", e);
    }
  }

  @Override
  public void close() {
    services.shutdown();
  }
}
