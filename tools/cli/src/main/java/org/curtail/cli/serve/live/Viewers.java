package org.curtail.cli.serve.live;

import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import java.util.ArrayList;
import java.util.List;

/**
 * The open streams of events. Each event is rendered once for all viewers. A viewer that reads too
 * slowly loses events, and then begins anew. Used on the event loop, except where said.
 */
final class Viewers {
  /** What a viewer looks at. */
  enum View {
    SERVER,
    REPLICAS;

    static View of(String name) {
      return "replicas".equals(name) ? REPLICAS : SERVER;
    }
  }

  private static final int MOST_QUEUED_BYTES = 256 * 1024;

  /** Most viewers: each one holds a connection. */
  static final int MOST = 200;

  private static final class Viewer {
    private final HttpServerResponse response;
    private final View view;
    private boolean isBehind;

    private Viewer(HttpServerResponse response, View view) {
      this.response = response;
      this.view = view;
    }
  }

  private final List<Viewer> all = new ArrayList<>();

  // Copies for other threads.
  private volatile int servers;
  private volatile int replicas;
  private volatile boolean anyBehind;

  /** Returns the number of viewers of a view. Safe for all threads. */
  int count(View view) {
    return view == View.SERVER ? servers : replicas;
  }

  /** True if a viewer has lost events and waits for a beginning. Safe for all threads. */
  boolean anyBehind() {
    return anyBehind;
  }

  /**
   * Adds a viewer. It gets its first event with the next {@link #begin}.
   *
   * @param changed called after it has come, and after it has gone
   * @return false if there are too many
   */
  boolean add(HttpServerResponse response, View view, Runnable changed) {
    if (all.size() >= MOST) {
      return false;
    }
    var viewer = new Viewer(response, view);
    viewer.isBehind = true;
    response
        .setChunked(true)
        .putHeader("Content-Type", "text/event-stream")
        .putHeader("Cache-Control", "no-store")
        .putHeader("X-Content-Type-Options", "nosniff")
        .setWriteQueueMaxSize(MOST_QUEUED_BYTES);
    response.closeHandler(gone -> {
      all.remove(viewer);
      recount();
      changed.run();
    });
    response.exceptionHandler(failure -> response.reset());
    response.write("retry: 1000\n\n");
    all.add(viewer);
    recount();
    changed.run();
    return true;
  }

  private void recount() {
    replicas = (int) all.stream().filter(viewer -> viewer.view == View.REPLICAS).count();
    servers = all.size() - replicas;
    anyBehind = all.stream().anyMatch(viewer -> viewer.isBehind);
  }

  /** Sends events to all viewers of a view that are up to date. Safe for all threads. */
  void send(Context loop, View view, String events) {
    if (events.isEmpty()) {
      return;
    }
    Buffer rendered = Buffer.buffer(events);
    loop.runOnContext(now -> {
      for (Viewer viewer : List.copyOf(all)) {
        if (viewer.view == view && !viewer.isBehind) {
          if (viewer.response.writeQueueFull()) {
            viewer.isBehind = true;
            anyBehind = true;
          } else {
            viewer.response.write(rendered);
          }
        }
      }
    });
  }

  /** Sends a beginning to the viewers of a view that need one. Safe for all threads. */
  void begin(Context loop, View view, String events) {
    Buffer rendered = Buffer.buffer(events);
    loop.runOnContext(now -> {
      for (Viewer viewer : List.copyOf(all)) {
        if (viewer.view == view && viewer.isBehind && !viewer.response.writeQueueFull()) {
          viewer.isBehind = false;
          viewer.response.write(rendered);
        }
      }
      recount();
    });
  }

  /** Ends all streams, so that the server can stop. */
  void end() {
    for (Viewer viewer : List.copyOf(all)) {
      if (!viewer.response.ended()) {
        viewer.response.end();
      }
    }
  }

  /** Renders an event. */
  static String event(String name, String json) {
    return "event: " + name + "\ndata: " + json + "\n\n";
  }
}
