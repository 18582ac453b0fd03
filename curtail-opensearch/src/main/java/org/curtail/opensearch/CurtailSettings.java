package org.curtail.opensearch;

import java.util.List;
import org.curtail.policy.Policies;
import org.opensearch.common.settings.Setting;
import org.opensearch.common.settings.Setting.Property;

/** The plugin's settings. Those that are dynamic change while the cluster runs. */
public final class CurtailSettings {
  /** The policy that learns by itself. */
  public static final String AUTOMATIC = "automatic";

  /**
   * Whether query phases can run on the engine at all. OpenSearch allows one plugin to search in
   * its place: false leaves that to another. Static.
   */
  public static final Setting<Boolean> SEARCHER =
      Setting.boolSetting("curtail.searcher", true, Property.NodeScope);

  /** Whether query phases run on the engine now. Dynamic. */
  public static final Setting<Boolean> ENABLED =
      Setting.boolSetting("curtail.enabled", true, Property.NodeScope, Property.Dynamic);

  /**
   * Which policy gives threads to searches: {@link #AUTOMATIC}, or one of {@link Policies} that
   * needs no profile and no table. Dynamic.
   */
  public static final Setting<String> POLICY =
      new Setting<>(
          "curtail.policy",
          AUTOMATIC,
          CurtailSettings::policy,
          Property.NodeScope,
          Property.Dynamic);

  private CurtailSettings() {}

  static List<Setting<?>> all() {
    return List.of(SEARCHER, ENABLED, POLICY);
  }

  private static String policy(String name) {
    if (name.equals(AUTOMATIC)) {
      return name;
    }
    try {
      if (Policies.needs(name).isEmpty()) {
        Policies.named(name, Policies.Ingredients.NONE);
        return name;
      }
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("[curtail.policy]: " + e.getMessage(), e);
    }
    throw new IllegalArgumentException(
        "[curtail.policy]: expected automatic, or a policy that needs nothing but its name, found "
            + name);
  }
}
