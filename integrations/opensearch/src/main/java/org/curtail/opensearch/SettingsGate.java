package org.curtail.opensearch;

import java.util.List;
import org.opensearch.action.ActionRequest;
import org.opensearch.action.admin.cluster.settings.ClusterUpdateSettingsRequest;
import org.opensearch.action.support.ActionFilter;
import org.opensearch.action.support.ActionFilterChain;
import org.opensearch.action.support.ActionRequestMetadata;
import org.opensearch.common.settings.Settings;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.action.ActionResponse;
import org.opensearch.tasks.Task;

/**
 * Where changes of the cluster's settings come in. It refuses a policy by which this node cannot
 * serve. The setting itself cannot: OpenSearch asks it on every node when a change that was
 * accepted is applied, and a node that refuses then is removed from the cluster.
 */
final class SettingsGate implements ActionFilter {
  private final PolicyChoice choice;

  /** Of a node that can serve by these. */
  SettingsGate(PolicyChoice choice) {
    this.choice = choice;
  }

  @Override
  public int order() {
    return 0;
  }

  @Override
  public <I extends ActionRequest, O extends ActionResponse> void apply(
      Task task,
      String action,
      I request,
      ActionRequestMetadata<I, O> metadata,
      ActionListener<O> listener,
      ActionFilterChain<I, O> chain) {
    if (request instanceof ClusterUpdateSettingsRequest change) {
      try {
        for (Settings changed : List.of(change.transientSettings(), change.persistentSettings())) {
          choice.check(CurtailSettings.POLICY.get(changed));
        }
      } catch (IllegalArgumentException e) {
        listener.onFailure(e);
        return;
      }
    }
    chain.proceed(task, action, request, listener);
  }
}
