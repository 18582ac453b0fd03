/**
 * Files that users name: {@link org.curtail.measurement.files.ProfileFile}, {@link
 * org.curtail.measurement.files.TableFile} and {@link
 * org.curtail.measurement.files.ReissuePlanFile} open plans and profiles, also by the name of a
 * published one, and turn what is wrong with a file into words; {@link
 * org.curtail.measurement.files.NamedKnowledge} is what an engine begins with that chooses its
 * policies itself; {@link org.curtail.measurement.files.NamedMachine} is a machine with classes of
 * speed; {@link org.curtail.measurement.files.InputLines} are the lines of any text; {@link
 * org.curtail.measurement.files.FolderTree} removes a folder.
 */
@NullMarked
package org.curtail.measurement.files;

import org.jspecify.annotations.NullMarked;
