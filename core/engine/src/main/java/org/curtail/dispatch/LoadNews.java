package org.curtail.dispatch;

import org.curtail.Load;
import org.curtail.Policy;

/**
 * The load, and its last change that all requests should know of. Threads that a malleable policy
 * moves from one request to another are no news, or each move would make everybody ask and so cause
 * the next one.
 */
final class LoadNews {
  private boolean isMalleable;
  private final int cores;
  private Load load;
  private Load news;
  private boolean isDue;

  LoadNews(int cores, boolean isMalleable) {
    this.cores = cores;
    this.isMalleable = isMalleable;
    load = new Load(0, 0, 0, cores);
    news = load;
  }

  Load load() {
    return load;
  }

  /** A changed reference makes requests ask. */
  Load news() {
    return news;
  }

  /** The next load is news, whatever has changed. */
  void tellAll() {
    isDue = true;
  }

  /** Another policy is told of the load, and has remembered nothing. */
  void change(boolean nextIsMalleable) {
    load = new Load(load.requests(), load.waiting(), load.threads(), cores);
    news = load;
    isMalleable = nextIsMalleable;
  }

  void refresh(int running, int waiting, int threads) {
    int requests = running + waiting;
    boolean isNews = isDue || load.requests() != requests || load.waiting() != waiting;
    if (isNews || load.threads() != threads) {
      load = new Load(requests, waiting, threads, cores, load.memory());
    }
    if (isNews || !isMalleable) {
      news = load;
    }
    isDue = false;
  }

  /** A request starts. */
  void remember(Policy policy) {
    Load remembering = load.remembering(policy.remember(load));
    if (remembering.memory() != load.memory()) {
      load = remembering;
      news = isMalleable ? news.remembering(remembering.memory()) : remembering;
    }
  }
}
