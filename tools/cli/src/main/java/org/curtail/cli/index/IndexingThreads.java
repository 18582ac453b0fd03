package org.curtail.cli.index;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexWriter;
import org.curtail.benchkit.search.Fields;
import org.curtail.cli.documents.Document;
import org.curtail.cli.documents.Passages;
import org.jspecify.annotations.Nullable;

/**
 * Threads that split documents into passages and add them to one writer. Another thread adds
 * documents to a queue and waits while it is full.
 */
final class IndexingThreads implements AutoCloseable {
  private static final int QUEUED_DOCUMENTS = 64;

  private final IndexWriter writer;
  private final int passageWords;

  private record Ranked(Document document, OptionalDouble rank) {}

  /**
   * Documents to index. An absent element ends the queue; each thread puts it back for the next
   * one.
   */
  private final BlockingQueue<Optional<Ranked>> queue = new ArrayBlockingQueue<>(QUEUED_DOCUMENTS);

  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private final LongAdder passages = new LongAdder();
  private final List<Thread> threads = new ArrayList<>();
  private final CountDownLatch running;

  IndexingThreads(IndexWriter writer, int passageWords, int count) {
    this.writer = writer;
    this.passageWords = passageWords;
    running = new CountDownLatch(count);
    for (int i = 0; i < count; i++) {
      threads.add(Thread.ofPlatform().daemon().name("curtail-index-" + i).start(this::run));
    }
  }

  /**
   * Adds a document to the queue.
   *
   * @param rank its static rank, if the index has any
   * @throws IOException if indexing of an earlier one failed
   */
  void add(Document document, OptionalDouble rank) throws IOException {
    hand(Optional.of(new Ranked(document, rank)));
  }

  private void hand(Optional<Ranked> document) throws IOException {
    try {
      do {
        rethrow();
      } while (!queue.offer(document, 100, TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      throw stopped(e);
    }
  }

  /**
   * Waits until all documents are indexed.
   *
   * @throws IOException if indexing failed
   */
  void finish() throws IOException {
    hand(Optional.empty());
    try {
      do {
        rethrow();
      } while (!running.await(100, TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      throw stopped(e);
    }
    rethrow();
  }

  long passages() {
    return passages.sum();
  }

  private void run() {
    try {
      Optional<Ranked> next = queue.take();
      while (next.isPresent()) {
        Ranked ranked = next.get();
        index(ranked.document(), ranked.rank());
        next = queue.take();
      }
      queue.put(next);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Throwable e) {
      failure.compareAndSet(null, e);
    } finally {
      running.countDown();
    }
  }

  private void index(Document document, OptionalDouble rank) throws IOException {
    List<String> texts = Passages.of(document.body(), passageWords);
    for (int position = 0; position < texts.size(); position++) {
      String text = texts.get(position);
      String id = passageWords == 0 ? document.id() : document.id() + "#" + position;
      var row = new org.apache.lucene.document.Document();
      row.add(new StringField(Fields.ID, id, Field.Store.YES));
      row.add(new TextField(Fields.TITLE, document.title(), Field.Store.YES));
      row.add(new TextField(Fields.BODY, text, Field.Store.NO));
      TextFeatures.of(document.title(), text, position).addTo(row);
      if (rank.isPresent()) {
        StaticRankFields.addTo(row, rank.getAsDouble());
      }
      writer.addDocument(row);
      passages.increment();
    }
  }

  private void rethrow() throws IOException {
    Throwable first = failure.get();
    if (first == null) {
      return;
    }
    // After a full disk, every further call only reports that the writer is closed.
    Throwable tragedy = writer.getTragicException();
    Throwable cause = tragedy == null ? first : tragedy;
    switch (cause) {
      case IOException e -> throw e;
      case Error e -> throw e;
      default -> throw new IOException(cause);
    }
  }

  private static IOException stopped(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new IOException("interrupted", e);
  }

  /** Stops the threads at their next document. */
  @Override
  public void close() throws IOException {
    queue.clear();
    try {
      queue.put(Optional.empty());
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException e) {
      throw stopped(e);
    }
  }
}
