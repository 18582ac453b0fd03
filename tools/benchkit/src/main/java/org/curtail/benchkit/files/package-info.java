/**
 * Files that users name: {@link org.curtail.benchkit.files.ProfileFile}, {@link
 * org.curtail.benchkit.files.TableFile} and {@link org.curtail.benchkit.files.ReissuePlanFile} open
 * plans and profiles, also by the name of a published one, and turn what is wrong with a file into
 * words; {@link org.curtail.benchkit.files.NamedKnowledge} is what an engine begins with that
 * chooses its policies itself; {@link org.curtail.benchkit.files.NamedMachine} is a machine with
 * classes of speed; {@link org.curtail.benchkit.files.InputLines} are the lines of any text; {@link
 * org.curtail.benchkit.files.FolderTree} removes a folder.
 */
@NullMarked
package org.curtail.benchkit.files;

import org.jspecify.annotations.NullMarked;
