package org.curtail.opensearch;

import java.util.concurrent.ThreadPoolExecutor;
import org.opensearch.common.settings.ClusterSettings;
import org.opensearch.threadpool.ThreadPool;

/** The threads of OpenSearch's pool {@code search}. */
interface SearchPool {
  /** Number of threads by the settings. */
  int threads();

  /** Changes the present number of threads; the settings stay. */
  default void resize(int threads) {}

  /** Returns the pool of a node. */
  static SearchPool of(ThreadPool pool, ClusterSettings settings) {
    return pool.executor(ThreadPool.Names.SEARCH) instanceof ThreadPoolExecutor threads
        ? new Resizable(threads, settings)
        : () -> pool.info(ThreadPool.Names.SEARCH).getMax();
  }

  /** A pool whose size the setting {@code cluster.thread_pool.search.size} changes too. */
  final class Resizable implements SearchPool {
    private final ThreadPoolExecutor executor;
    private volatile int configured;

    private Resizable(ThreadPoolExecutor executor, ClusterSettings settings) {
      this.executor = executor;
      configured = executor.getMaximumPoolSize();
      settings.addSettingsUpdateConsumer(
          ThreadPool.CLUSTER_THREAD_POOL_SIZE_SETTING,
          sizes -> configured = sizes.getAsInt(ThreadPool.Names.SEARCH + ".size", configured));
    }

    @Override
    public int threads() {
      return configured;
    }

    /** Without work, a pool that shrinks ends its further threads at once. */
    @Override
    public void resize(int threads) {
      if (threads > executor.getMaximumPoolSize()) {
        executor.setMaximumPoolSize(threads);
        executor.setCorePoolSize(threads);
      } else if (threads < executor.getMaximumPoolSize()) {
        executor.setCorePoolSize(threads);
        executor.setMaximumPoolSize(threads);
      }
    }
  }
}
