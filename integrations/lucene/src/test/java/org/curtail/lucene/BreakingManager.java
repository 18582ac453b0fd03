package org.curtail.lucene;

import java.io.IOException;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.lucene.search.CollectorManager;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopScoreDocCollector;

/** Top hits; an action runs once, when the first collector is created. */
record BreakingManager(
    CollectorManager<TopScoreDocCollector, TopDocs> manager, Runnable once, AtomicBoolean done)
    implements CollectorManager<TopScoreDocCollector, TopDocs> {
  BreakingManager(CollectorManager<TopScoreDocCollector, TopDocs> manager, Runnable once) {
    this(manager, once, new AtomicBoolean());
  }

  @Override
  public TopScoreDocCollector newCollector() throws IOException {
    if (done.compareAndSet(false, true)) {
      once.run();
    }
    return manager.newCollector();
  }

  @Override
  public TopDocs reduce(Collection<TopScoreDocCollector> collectors) throws IOException {
    return manager.reduce(collectors);
  }
}
