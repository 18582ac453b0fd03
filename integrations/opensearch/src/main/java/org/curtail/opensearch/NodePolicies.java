package org.curtail.opensearch;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import org.curtail.Policy;
import org.curtail.json.FormatException;
import org.curtail.model.json.IntervalTableJson;
import org.curtail.model.json.ProfileJson;
import org.curtail.policies.Policies;
import org.curtail.runtime.Setup;
import org.opensearch.common.settings.Setting;
import org.opensearch.common.settings.Settings;

/**
 * The policies that a node can use, limited by its cores and by the profile and table in its
 * configuration.
 *
 * @param cores cores of the node's engine, at least 1
 * @param ingredients profile and table from files of the node
 */
record NodePolicies(int cores, Policies.Ingredients ingredients) {
  /** In the node's configuration folder. */
  private static final String FOLDER = "curtail";

  /**
   * Reads the files that a node's settings name.
   *
   * @param config the node's configuration folder
   * @throws IllegalArgumentException if a file is missing or invalid
   */
  static NodePolicies of(int cores, Settings settings, Path config) {
    return new NodePolicies(
        cores,
        new Policies.Ingredients(
            read(CurtailSettings.PROFILE, settings, config, ProfileJson::read),
            read(CurtailSettings.TABLE, settings, config, IntervalTableJson::read)));
  }

  private interface Format<T> {
    T read(Reader text, String name) throws IOException;
  }

  private static <T> Optional<T> read(
      Setting<String> setting, Settings settings, Path config, Format<T> format) {
    String name = setting.get(settings);
    if (name.isEmpty()) {
      return Optional.empty();
    }
    Path file = file(setting, name, config.resolve(FOLDER).toAbsolutePath().normalize());
    try (Reader text = Files.newBufferedReader(file)) {
      return Optional.of(format.read(text, file.toString()));
    } catch (FormatException e) {
      throw new IllegalArgumentException("[%s]: %s".formatted(setting.getKey(), e.getMessage()), e);
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(
          "[%s]: %s: expected text in UTF-8".formatted(setting.getKey(), file), e);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "[%s]: %s cannot be read".formatted(setting.getKey(), file), e);
    }
  }

  /** Follows links within the folder only. */
  private static Path file(Setting<String> setting, String name, Path folder) {
    try {
      Path file = folder.resolve(name).normalize();
      if (file.startsWith(folder) && Files.isRegularFile(file)) {
        return file;
      }
    } catch (InvalidPathException e) {
      // there is no such file
    }
    throw new IllegalArgumentException(
        "[%s]: expected a file in %s, found none named %s"
            .formatted(setting.getKey(), folder, name));
  }

  /**
   * Rejects a policy that this node cannot use.
   *
   * @param name a value of {@link CurtailSettings#POLICY}
   * @throws IllegalArgumentException if it needs too many threads for the node, or a file that the
   *     node does not have
   */
  void check(String name) {
    if (!name.equals(CurtailSettings.AUTOMATIC)) {
      named(name);
    }
  }

  /**
   * Returns the policy of a name other than {@link CurtailSettings#AUTOMATIC}.
   *
   * @throws IllegalArgumentException as {@link #check} does
   */
  Policy named(String name) {
    try {
      Policy policy = Policies.named(name, ingredients);
      Policies.checkThreads(name, policy, cores);
      return policy;
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "[curtail.policy]: %s%s".formatted(e.getMessage(), missingFile(name)), e);
    }
  }

  /**
   * Returns the default number of threads of an engine with this policy, as {@link Setup#threads}.
   */
  int threads(Policy policy) {
    int wanted = policy.threads(cores);
    return wanted == Policy.UNLIMITED ? Math.max(2 * cores, policy.maxDegree()) : wanted;
  }

  private String missingFile(String name) {
    Set<Policies.Need> needs = Policies.needs(name);
    if (needs.contains(Policies.Need.PROFILE) && ingredients.profile().isEmpty()) {
      return namedBy(CurtailSettings.PROFILE);
    }
    if (needs.contains(Policies.Need.TABLE) && ingredients.table().isEmpty()) {
      return namedBy(CurtailSettings.TABLE);
    }
    return "";
  }

  private static String namedBy(Setting<String> setting) {
    return ", named by %s in the node's opensearch.yml".formatted(setting.getKey());
  }
}
