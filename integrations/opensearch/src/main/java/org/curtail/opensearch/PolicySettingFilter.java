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
 * Rejects a policy that this node cannot use when a change of the cluster's settings arrives. The
 * setting itself cannot reject it: OpenSearch validates it on every node when it applies an
 * accepted change, and a node that rejects it then is removed from the cluster.
 */
final class PolicySettingFilter implements ActionFilter {
  private final NodePolicies policies;

  /** Checks changes against a node's policies. */
  PolicySettingFilter(NodePolicies policies) {
    this.policies = policies;
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
          policies.check(CurtailSettings.POLICY.get(changed));
        }
      } catch (IllegalArgumentException e) {
        listener.onFailure(e);
        return;
      }
    }
    chain.proceed(task, action, request, listener);
  }
}
