package org.curtail.opensearch.hedge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.opensearch.action.ActionRequest;
import org.opensearch.action.search.SearchAction;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.support.ActionFilterChain;
import org.opensearch.action.support.ActionRequestMetadata;
import org.opensearch.common.settings.Settings;
import org.opensearch.common.util.concurrent.ThreadContext;
import org.opensearch.common.util.concurrent.ThreadContext.StoredContext;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.action.ActionResponse;
import org.opensearch.tasks.Task;
import org.opensearch.wlm.WorkloadGroupTask;

class SearchHeadersFilterTest {
  private final ThreadContext context = new ThreadContext(Settings.EMPTY);
  private boolean isHedging = true;
  private final SearchHeadersFilter begin = new SearchHeadersFilter(() -> context, () -> isHedging);
  private final List<Boolean> decorated = new ArrayList<>();

  private final class Chain implements ActionFilterChain<ActionRequest, ActionResponse> {
    private final Runnable goesOn;

    Chain(Runnable goesOn) {
      this.goesOn = goesOn;
    }

    @Override
    public void proceed(
        Task task, String action, ActionRequest request, ActionListener<ActionResponse> listener) {
      goesOn.run();
      decorated.add(SearchHeadersFilter.isDecorated(context));
    }
  }

  @SuppressWarnings("NullAway") // Neither task nor listener is used.
  private void search(String action, Runnable goesOn) {
    begin.apply(
        null, action, new SearchRequest(), ActionRequestMetadata.empty(), null, new Chain(goesOn));
  }

  private void search(Runnable goesOn) {
    search(SearchAction.NAME, goesOn);
  }

  @Test
  void aSearchHasTheContextInWhichItBegan() {
    context.putHeader("one", "1");
    context.putTransient("user", "somebody");
    search(() -> context.putTransient("task", 7L));
    search(() -> context.putHeader(WorkloadGroupTask.WORKLOAD_GROUP_ID_HEADER, "a group"));
    assertThat(decorated).containsExactly(false, false);
  }

  @Test
  void aHeaderThatComesLaterDecoratesIt() {
    search(() -> context.putHeader("user", "somebody"));
    assertThat(decorated).containsExactly(true);
  }

  @Test
  void soDoesAContextInItsPlace() {
    search(() -> {
      context.stashContext();
      context.putTransient("user", "somebody");
    });
    assertThat(decorated).containsExactly(true);
  }

  @Test
  void aSearchWithinAnotherBeginsAnew() {
    search(() -> {
      context.putHeader("one", "1");
      search(() -> {});
    });
    assertThat(decorated).containsExactly(false, true);
  }

  @Test
  void afterwardsTheContextIsAsBefore() {
    search(() -> {});
    try (StoredContext before = context.newStoredContext(true)) {
      assertThat(before).isNotNull();
    }
    assertThat(SearchHeadersFilter.isDecorated(context)).isTrue();
  }

  @Test
  void aSearchThatBeganWhileHedgingWasOffIsNotHedged() {
    isHedging = false;
    search(() -> isHedging = true);
    assertThat(decorated).containsExactly(true);
  }

  @Test
  void otherActionsAreLeftAlone() {
    search("indices:data/read/get", () -> {});
    assertThat(decorated).containsExactly(true);
  }
}
