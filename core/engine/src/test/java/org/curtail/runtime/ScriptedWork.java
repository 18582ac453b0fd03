package org.curtail.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Work that follows a script, and notes each wrong call of the engine. One thread steps it, and
 * {@code stepping} names the worker. Its result is the number of chunks run.
 */
final class ScriptedWork implements SharedWork<ScriptedWork.Part, Integer> {
  /** The place where it throws. */
  enum Fault {
    NOWHERE,
    BEGIN,
    COUNT,
    NEGATIVE_COUNT,
    JOIN,
    CHUNK,
    CHUNK_ERROR,
    COMPLETE,
    PARTIAL
  }

  /**
   * The behaviour of a work.
   *
   * @param faultAt the chunk, or the worker that joins
   * @param enoughAt the chunk that needs no more; -1 for none
   * @param moves true if its workers go on on other threads
   */
  record Script(
      int chunks, Fault fault, int faultAt, int enoughAt, boolean givesPartial, boolean moves) {
    static Script plain(int chunks) {
      return new Script(chunks, Fault.NOWHERE, -1, -1, false, false);
    }

    Script failing(Fault fault, int faultAt) {
      return new Script(chunks, fault, faultAt, enoughAt, givesPartial, moves);
    }

    Script enoughAt(int chunk) {
      return new Script(chunks, fault, faultAt, chunk, givesPartial, moves);
    }

    Script partial() {
      return new Script(chunks, fault, faultAt, enoughAt, true, moves);
    }

    Script moving() {
      return new Script(chunks, fault, faultAt, enoughAt, givesPartial, true);
    }
  }

  /** Further actions inside a chunk. */
  interface Chunk {
    void runs(int chunk, SharedWork.Checkpoint checkpoint) throws Exception;
  }

  /** State of a worker. */
  static final class Part {
    private final Object by;
    private int last = -1;
    private int runs;

    Part(Object by) {
      this.by = by;
    }
  }

  private final Script script;
  private final Supplier<Object> stepping;
  private final Chunk during;
  private final List<Object> joined = new ArrayList<>();
  private final int[] runs;

  /** Errors of the engine. */
  final List<String> wrongs = new ArrayList<>();

  @Nullable Throwable thrown;
  int begun;
  int counted;
  int completed;
  int partials;
  boolean saidEnough;

  /** No call may come any more. */
  boolean over;

  ScriptedWork(Script script, Supplier<Object> stepping, Chunk during) {
    this.script = script;
    this.stepping = stepping;
    this.during = during;
    runs = new int[Math.max(script.chunks, 0)];
  }

  Script script() {
    return script;
  }

  int totalRuns() {
    int total = 0;
    for (int count : runs) {
      total += count;
    }
    return total;
  }

  /** True if the first chunks up to this number have run, once each, and no other. */
  boolean ranExactly(int first) {
    for (int chunk = 0; chunk < runs.length; chunk++) {
      if (runs[chunk] != (chunk < first ? 1 : 0)) {
        return false;
      }
    }
    return true;
  }

  private void called(String what, boolean inOrder) {
    if (over) {
      wrongs.add(what + " after the end");
    }
    if (!inOrder) {
      wrongs.add(what + " out of order");
    }
  }

  private void failIf(boolean now, String where) throws ScriptedFault {
    if (now) {
      var fault = new ScriptedFault(where);
      note(fault);
      throw fault;
    }
  }

  private void note(Throwable fault) {
    if (thrown == null) {
      thrown = fault;
    }
  }

  @Override
  public void begin(int degree) throws ScriptedFault {
    called("begin", begun == 0);
    begun++;
    failIf(script.fault == Fault.BEGIN, "begin");
  }

  @Override
  public int chunks() throws ScriptedFault {
    called("chunks", begun == 1 && counted == 0);
    counted++;
    failIf(script.fault == Fault.COUNT, "chunks");
    return script.fault == Fault.NEGATIVE_COUNT ? -1 : script.chunks;
  }

  @Override
  public boolean workersMove() {
    return script.moves;
  }

  @Override
  public Part join() throws ScriptedFault {
    Object by = stepping.get();
    boolean again = joined.contains(by) && !script.moves;
    called("join", counted == 1 && completed + partials == 0 && !again);
    failIf(script.fault == Fault.JOIN && joined.size() == script.faultAt, "join");
    joined.add(by);
    return new Part(by);
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // The very same worker.
  public void run(Part worker, int chunk, Checkpoint checkpoint) throws Exception {
    boolean byItsOwn = worker.by == stepping.get() || script.moves;
    called("chunk " + chunk, byItsOwn && completed + partials == 0);
    if (chunk <= worker.last) {
      wrongs.add("chunk " + chunk + " after chunk " + worker.last);
    }
    worker.last = chunk;
    worker.runs++;
    if (chunk >= runs.length || ++runs[chunk] > 1) {
      wrongs.add("chunk " + chunk + " is run twice or does not exist");
    }
    during.runs(chunk, checkpoint);
    if (chunk == script.enoughAt) {
      saidEnough = true;
      checkpoint.enough();
    }
    failIf(script.fault == Fault.CHUNK && chunk == script.faultAt, "chunk " + chunk);
    if (script.fault == Fault.CHUNK_ERROR && chunk == script.faultAt) {
      var error = new AssertionError("chunk " + chunk);
      note(error);
      throw error;
    }
  }

  @Override
  public Integer complete(List<Part> workers) throws ScriptedFault {
    called("complete", completed + partials == 0);
    completed++;
    failIf(script.fault == Fault.COMPLETE, "complete");
    return sum(workers);
  }

  @Override
  public Optional<Integer> partial(List<Part> workers) throws ScriptedFault {
    called("partial", completed + partials == 0 && !workers.isEmpty());
    partials++;
    failIf(script.fault == Fault.PARTIAL, "partial");
    return script.givesPartial ? Optional.of(sum(workers)) : Optional.empty();
  }

  private int sum(List<Part> workers) {
    if (workers.size() != joined.size()) {
      wrongs.add("of " + joined.size() + " workers " + workers.size() + " were handed over");
    }
    return workers.stream().mapToInt(part -> part.runs).sum();
  }

  /** The exception that a script asks for. */
  static final class ScriptedFault extends Exception {
    ScriptedFault(String where) {
      super(where);
    }
  }
}
