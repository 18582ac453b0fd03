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
 * Which policies a node can serve by: those that its cores can bear, made of the profile and the
 * table that it was given.
 *
 * @param cores of the node's engine, at least 1
 * @param ingredients from files of the node
 */
record PolicyChoice(int cores, Policies.Ingredients ingredients) {
  /** In the node's folder of configuration. */
  private static final String FOLDER = "curtail";

  /**
   * Of a node with these settings.
   *
   * @param config the node's folder of configuration
   * @throws IllegalArgumentException if a file is missing or is not what it should be
   */
  static PolicyChoice of(int cores, Settings settings, Path config) {
    return new PolicyChoice(
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

  /** Links within the folder are followed. */
  private static Path file(Setting<String> setting, String name, Path folder) {
    try {
      Path file = folder.resolve(name).normalize();
      if (file.startsWith(folder) && Files.isRegularFile(file)) {
        return file;
      }
    } catch (InvalidPathException e) {
      // Then there is no such file either.
    }
    throw new IllegalArgumentException(
        "[%s]: expected a file in %s, found none named %s"
            .formatted(setting.getKey(), folder, name));
  }

  /**
   * Rejects a policy that this node cannot serve by.
   *
   * @param name a value of {@link CurtailSettings#POLICY}
   * @throws IllegalArgumentException if it wants more threads than a node should have to bear, or
   *     needs what the node was not given
   */
  void check(String name) {
    if (!name.equals(CurtailSettings.AUTOMATIC)) {
      named(name);
    }
  }

  /**
   * The policy of a name that is not {@link CurtailSettings#AUTOMATIC}.
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
          "[curtail.policy]: %s%s".formatted(e.getMessage(), whatIsMissing(name)), e);
    }
  }

  /** How many threads an engine of its own has for it by default, as with {@link Setup#threads}. */
  int threads(Policy policy) {
    int wanted = policy.threads(cores);
    return wanted == Policy.UNLIMITED ? Math.max(2 * cores, policy.maxDegree()) : wanted;
  }

  private String whatIsMissing(String name) {
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
    return ", which %s of the node's opensearch.yml names".formatted(setting.getKey());
  }
}
